import { Stack, Validations } from 'aws-cdk-lib';
import {
  CfnInternetGateway,
  CfnRoute,
  CfnRouteTable,
  CfnSecurityGroup,
  CfnSecurityGroupIngress,
  CfnSubnet,
  CfnSubnetRouteTableAssociation,
  CfnVPC,
  CfnVPCEndpoint,
  CfnVPCGatewayAttachment,
} from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { zoneName } from '../zones.ts';

export interface IngestNetworkProps {
  stage: string;
  /** The port of the tasks. */
  taskPort: number;
  /** Zones to choose from; the region's own by default. */
  availabilityZones?: readonly string[] | undefined;
}

const cidr = '10.0.0.0/16';
const everywhere = '0.0.0.0/0';
const zones = 2;
const listenerPort = 80;

/**
 * The network of the ingest service. Its load balancer is in subnets without internet access: only CloudFront reaches
 * it, through network interfaces in the VPC. The tasks are in subnets with an internet gateway and have public
 * addresses, behind a security group that only admits the load balancer: they pull their images from a public
 * registry. A task's address costs 4 USD per month, a NAT gateway 37 USD per zone, and the four interface endpoints
 * for a private registry 58 USD. S3 and DynamoDB are reached through gateway endpoints.
 */
export class IngestNetwork extends Construct {
  readonly vpcId: string;
  readonly taskSubnets: string[] = [];
  readonly loadBalancerSubnets: string[] = [];
  readonly taskGroupId: string;
  readonly loadBalancerGroupId: string;
  /** Resources that the tasks depend on. */
  readonly wayOut: CfnRoute;
  readonly #zones: readonly string[] | undefined;

  constructor(scope: Construct, id: string, { stage, taskPort, availabilityZones }: IngestNetworkProps) {
    super(scope, id);
    this.#zones = availabilityZones;
    const vpc = new CfnVPC(this, 'Vpc', {
      cidrBlock: cidr,
      enableDnsHostnames: true,
      enableDnsSupport: true,
      tags: [{ key: 'Name', value: `platform-modules-${stage}-ingest` }],
    });
    Validations.of(vpc).acknowledge({
      id: 'AwsSolutions-VPC7',
      reason:
        "It only contains CloudFront's interfaces, the load balancer and the tasks, and the tasks log every " +
        'request.',
    });
    this.vpcId = vpc.ref;
    // CloudFront requires it as a sign that the VPC may be reached from outside.
    const gateway = new CfnInternetGateway(this, 'Internet');
    const attachment = new CfnVPCGatewayAttachment(this, 'Attachment', {
      vpcId: vpc.ref,
      internetGatewayId: gateway.ref,
    });
    const open = new CfnRouteTable(this, 'Open', { vpcId: vpc.ref });
    const closed = new CfnRouteTable(this, 'Closed', { vpcId: vpc.ref });
    this.wayOut = new CfnRoute(this, 'WayOut', {
      routeTableId: open.ref,
      destinationCidrBlock: everywhere,
      gatewayId: gateway.ref,
    });
    this.wayOut.addResourceDependency(attachment);
    for (const service of ['s3', 'dynamodb']) {
      new CfnVPCEndpoint(this, `Endpoint-${service}`, {
        vpcId: vpc.ref,
        vpcEndpointType: 'Gateway',
        serviceName: `com.amazonaws.${Stack.of(this).region}.${service}`,
        routeTableIds: [open.ref],
      });
    }
    for (let zone = 0; zone < zones; zone += 1) {
      this.taskSubnets.push(this.#subnet(vpc, `Tasks${zone}`, zone, zone, open));
      this.loadBalancerSubnets.push(this.#subnet(vpc, `Balancer${zone}`, zone, zones + zone, closed));
    }

    const balancer = new CfnSecurityGroup(this, 'BalancerGroup', {
      vpcId: vpc.ref,
      groupDescription: 'Load balancer of the ingest service: CloudFront only',
      securityGroupIngress: [
        {
          ipProtocol: 'tcp',
          fromPort: listenerPort,
          toPort: listenerPort,
          // Packets through a VPC origin have CloudFront's own source addresses, not those of its interfaces, so a
          // rule for the VPC's range would admit nothing. No route leads to these subnets from elsewhere.
          cidrIp: everywhere,
          description: 'CloudFront, through its VPC origin',
        },
      ],
      securityGroupEgress: [
        { ipProtocol: 'tcp', fromPort: taskPort, toPort: taskPort, cidrIp: cidr, description: 'The tasks' },
      ],
    });
    Validations.of(balancer).acknowledge({
      id: 'AwsSolutions-EC23',
      reason:
        'The load balancer is internal and its subnets have no route to or from the internet; the tasks behind it ' +
        'accept only requests with the secret of the public host.',
    });
    const tasks = new CfnSecurityGroup(this, 'TaskGroup', {
      vpcId: vpc.ref,
      groupDescription: 'Tasks of the ingest service: the load balancer only',
      securityGroupEgress: [
        {
          ipProtocol: 'tcp',
          fromPort: 443,
          toPort: 443,
          cidrIp: everywhere,
          description: 'AWS, the registry',
        },
      ],
    });
    new CfnSecurityGroupIngress(this, 'FromBalancer', {
      groupId: tasks.attrGroupId,
      sourceSecurityGroupId: balancer.attrGroupId,
      ipProtocol: 'tcp',
      fromPort: taskPort,
      toPort: taskPort,
      description: 'The load balancer',
    });
    this.loadBalancerGroupId = balancer.attrGroupId;
    this.taskGroupId = tasks.attrGroupId;
  }

  #subnet(vpc: CfnVPC, id: string, zone: number, block: number, routes: CfnRouteTable): string {
    const subnet = new CfnSubnet(this, id, {
      vpcId: vpc.ref,
      availabilityZone: zoneName(zone, this.#zones),
      cidrBlock: `10.0.${block}.0/24`,
      mapPublicIpOnLaunch: false,
    });
    new CfnSubnetRouteTableAssociation(this, `${id}Routes`, {
      subnetId: subnet.ref,
      routeTableId: routes.ref,
    });
    return subnet.ref;
  }
}
