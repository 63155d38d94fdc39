import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import {
  AwsCustomResource,
  AwsCustomResourcePolicy,
  type AwsSdkCall,
  PhysicalResourceId,
} from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';

export interface DeletionProtectionProps {
  tableArn: string;
  /** Undefined without the ingest service. */
  loadBalancerArn: string | undefined;
  /** Name of the function that makes the calls. */
  functionName: string;
  logGroup: LogGroup;
}

/** A call that enables or disables the protection of a resource. */
interface Switch {
  resourceArn: string;
  /** Name of an SDK client that CDK's function can load: not all names of CloudFormation's types are. */
  service: string;
  action: string;
  iamAction: string;
  /** Name of the error for a resource that does not exist any more. */
  missing: string;
  parameters(on: boolean): Record<string, unknown>;
}

const tableSwitch = (tableArn: string): Switch => ({
  resourceArn: tableArn,
  service: 'DynamoDB',
  action: 'UpdateTable',
  iamAction: 'dynamodb:UpdateTable',
  missing: 'ResourceNotFoundException',
  parameters: (on) => ({ TableName: tableArn, DeletionProtectionEnabled: on }),
});

const loadBalancerSwitch = (loadBalancerArn: string): Switch => ({
  resourceArn: loadBalancerArn,
  service: 'ELBv2',
  action: 'ModifyLoadBalancerAttributes',
  iamAction: 'elasticloadbalancing:ModifyLoadBalancerAttributes',
  missing: 'LoadBalancerNotFound',
  parameters: (on) => ({
    LoadBalancerArn: loadBalancerArn,
    Attributes: [{ Key: 'deletion_protection.enabled', Value: String(on) }],
  }),
});

/**
 * Enables the deletion protection of the table and of the load balancer, and disables it when this construct is
 * deleted. Their own templates cannot do that: a protected resource is created at once, and a later failure of the
 * creation could not be rolled back.
 */
export class DeletionProtection extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { tableArn, loadBalancerArn, functionName, logGroup }: DeletionProtectionProps,
  ) {
    super(scope, id);
    const switches = {
      Table: tableSwitch(tableArn),
      ...(loadBalancerArn !== undefined && { LoadBalancer: loadBalancerSwitch(loadBalancerArn) }),
    };
    // A role of its own: CDK's would have an AWS policy that allows writing to any log.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        logs: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [logGroup.logGroupArn],
            }),
          ],
        }),
      },
    });
    for (const [name, one] of Object.entries(switches)) {
      const call = (on: boolean): AwsSdkCall => ({
        service: one.service,
        action: one.action,
        parameters: one.parameters(on),
        physicalResourceId: PhysicalResourceId.of(one.resourceArn),
      });
      new AwsCustomResource(this, name, {
        resourceType: 'Custom::DeletionProtection',
        onUpdate: call(true),
        // A resource that was deleted by hand must not prevent the deletion of this stack, which locks all others.
        onDelete: { ...call(false), ignoreErrorCodesMatching: one.missing },
        policy: AwsCustomResourcePolicy.fromStatements([
          new PolicyStatement({ actions: [one.iamAction], resources: [one.resourceArn] }),
        ]),
        // The SDK included in Lambda has both calls; another version would be downloaded at each deployment.
        installLatestAwsSdk: false,
        functionName,
        logGroup,
        role,
      });
    }
  }
}
