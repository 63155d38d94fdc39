import { CfnOutput, Fn, Stack, Validations } from 'aws-cdk-lib';
import {
  CfnEIP,
  CfnInternetGateway,
  CfnNatGateway,
  CfnRoute,
  CfnRouteTable,
  CfnSecurityGroup,
  CfnSubnet,
  CfnSubnetRouteTableAssociation,
  CfnVPC,
  CfnVPCEndpoint,
  CfnVPCGatewayAttachment,
} from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import type { FunctionNetwork } from '../constructs/platform-function.ts';
import type { Deployment } from '../deployment.ts';
import { type EgressExport, egressExportName } from '../names.ts';
import { zoneName } from '../zones.ts';
import { PlatformStack } from './platform-stack.ts';

// Differs from the range of the ingest network, so that the two can be peered.
const network = '10.1.';
const everywhere = '0.0.0.0/0';
const zones = [0, 1] as const;
// The third number of the addresses: each zone and kind has its own block that never changes.
const publicBlock = 0;
const privateBlock = 100;

/**
 * A network whose outgoing requests have fixed addresses, for receivers with an allow list. Functions that send for
 * tenants are in private subnets; each zone has a NAT gateway with a fixed address. DynamoDB and S3 do not use it.
 *
 * Both zones have their subnets from the beginning, each with its own block, and exports that never change: a further
 * gateway does not affect the functions.
 */
export class EgressStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment) {
    super(scope, deployment, 'egress', 'Platform Modules: fixed addresses of outgoing requests');
    const { stage, egressZones } = deployment;
    const vpc = new CfnVPC(this, 'Vpc', {
      cidrBlock: `${network}0.0/16`,
      enableDnsHostnames: true,
      enableDnsSupport: true,
      tags: [{ key: 'Name', value: `platform-modules-${stage}-egress` }],
    });
    Validations.of(vpc).acknowledge({
      id: 'AwsSolutions-VPC7',
      reason: 'Nothing in it can be reached, and the functions log every request that they send.',
    });
    const internet = new CfnInternetGateway(this, 'Internet');
    const attachment = new CfnVPCGatewayAttachment(this, 'Attachment', {
      vpcId: vpc.ref,
      internetGatewayId: internet.ref,
    });
    const open = this.#routes('Open', vpc);
    const wayOut = new CfnRoute(this, 'WayOut', {
      routeTableId: open.ref,
      destinationCidrBlock: everywhere,
      gatewayId: internet.ref,
    });
    wayOut.addResourceDependency(attachment);

    const gateways: CfnNatGateway[] = [];
    for (let zone = 0; zone < egressZones; zone += 1) {
      const address = new CfnEIP(this, `Address${zone}`, { domain: 'vpc' });
      // Receivers allow these addresses, so they are kept when the gateway is deleted.
      address.applyRemovalPolicy(deployment.removalPolicy);
      const nat = new CfnNatGateway(this, `Nat${zone}`, {
        allocationId: address.attrAllocationId,
        subnetId: this.#subnet(`Public${zone}`, vpc, { zone, block: publicBlock + zone, routes: open }),
      });
      nat.addResourceDependency(wayOut);
      gateways.push(nat);
      new CfnOutput(this, `Address${zone}Output`, {
        value: address.attrPublicIp,
        description: 'Outgoing webhooks use this address',
      });
    }
    const tables: string[] = [];
    for (const zone of zones) {
      const closed = this.#routes(`Closed${zone}`, vpc);
      tables.push(closed.ref);
      const nearest = gateways[zone] ?? gateways[0];
      new CfnRoute(this, `ThroughNat${zone}`, {
        routeTableId: closed.ref,
        destinationCidrBlock: everywhere,
        natGatewayId: nearest?.ref,
      });
      this.#export(
        `subnet-${zone}`,
        this.#subnet(`Private${zone}`, vpc, { zone, block: privateBlock + zone, routes: closed }),
      );
    }
    for (const service of ['s3', 'dynamodb']) {
      new CfnVPCEndpoint(this, `Endpoint-${service}`, {
        vpcId: vpc.ref,
        vpcEndpointType: 'Gateway',
        serviceName: `com.amazonaws.${Stack.of(this).region}.${service}`,
        routeTableIds: tables,
      });
    }
    const group = new CfnSecurityGroup(this, 'Group', {
      vpcId: vpc.ref,
      groupDescription: 'Functions that send for tenants: all outgoing, no incoming',
      securityGroupEgress: [
        // Receivers may use any port.
        { ipProtocol: 'tcp', fromPort: 1, toPort: 65_535, cidrIp: everywhere, description: 'Receivers, AWS' },
      ],
    });
    this.#export('group', group.attrGroupId);
  }

  #export(what: EgressExport, value: string): void {
    const exportName = egressExportName(this.deployment.stage, what);
    new CfnOutput(this, `Export-${what}`, { value, exportName });
  }

  #routes(id: string, vpc: CfnVPC): CfnRouteTable {
    return new CfnRouteTable(this, id, { vpcId: vpc.ref });
  }

  #subnet(
    id: string,
    vpc: CfnVPC,
    { zone, block, routes }: { zone: number; block: number; routes: CfnRouteTable },
  ): string {
    const subnet = new CfnSubnet(this, id, {
      vpcId: vpc.ref,
      availabilityZone: zoneName(zone, this.deployment.availabilityZones),
      cidrBlock: `${network}${block}.0/24`,
      mapPublicIpOnLaunch: false,
    });
    new CfnSubnetRouteTableAssociation(this, `${id}Routes`, {
      subnetId: subnet.ref,
      routeTableId: routes.ref,
    });
    return subnet.ref;
  }
}

/**
 * The network of functions whose requests leave from the fixed addresses. AWS generates the ids, so they are exported.
 */
export function egressNetwork({ stage, fixedEgress }: Deployment): FunctionNetwork | undefined {
  if (!fixedEgress) return undefined;
  return {
    subnetIds: zones.map((zone) => Fn.importValue(egressExportName(stage, `subnet-${zone}`))),
    securityGroupIds: [Fn.importValue(egressExportName(stage, 'group'))],
  };
}
