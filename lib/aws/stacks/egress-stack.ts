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

// Not those of the ingest service's, so that the two could be joined.
const network = '10.1.';
const everywhere = '0.0.0.0/0';
const zones = [0, 1] as const;
// The third number of the addresses: each zone and kind has a block of its own that never changes.
const publicBlock = 0;
const privateBlock = 100;

/**
 * A network whose requests to the world come from addresses that never change, for receivers who let only known ones
 * in. Functions that send for tenants stand in private subnets; each zone's way out is a NAT gateway with an address
 * of its own. DynamoDB and S3 are reached without it.
 *
 * Both zones have their subnets from the beginning, each with a block of its own, and exports that never change: one more
 * way out is one more gateway, and the functions that stand here notice nothing.
 */
export class EgressStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment) {
    super(scope, deployment, 'egress', 'Platform Modules: fixed addresses for what is sent to others');
    const { stage, egressZones } = deployment;
    const vpc = new CfnVPC(this, 'Vpc', {
      cidrBlock: `${network}0.0/16`,
      enableDnsHostnames: true,
      enableDnsSupport: true,
      tags: [{ key: 'Name', value: `platform-modules-${stage}-egress` }],
    });
    Validations.of(vpc).acknowledge({
      id: 'AwsSolutions-VPC7',
      reason: 'Nothing can be reached in it, and the functions log every request that they send.',
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
      // Receivers allow these addresses, so they outlive the gateway.
      address.applyRemovalPolicy(deployment.removalPolicy);
      const nat = new CfnNatGateway(this, `Nat${zone}`, {
        allocationId: address.attrAllocationId,
        subnetId: this.#subnet(`Public${zone}`, vpc, { zone, block: publicBlock + zone, routes: open }),
      });
      nat.addResourceDependency(wayOut);
      gateways.push(nat);
      new CfnOutput(this, `Address${zone}Output`, {
        value: address.attrPublicIp,
        description: 'Webhooks come from here',
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
      groupDescription: 'Functions that send for tenants: out to anywhere, in from nowhere',
      securityGroupEgress: [
        // Receivers may listen on any port.
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

/** Where functions stand whose requests leave from the fixed addresses. AWS chooses the ids, so they are exported. */
export function egressNetwork({ stage, fixedEgress }: Deployment): FunctionNetwork | undefined {
  if (!fixedEgress) return undefined;
  return {
    subnetIds: zones.map((zone) => Fn.importValue(egressExportName(stage, `subnet-${zone}`))),
    securityGroupIds: [Fn.importValue(egressExportName(stage, 'group'))],
  };
}
