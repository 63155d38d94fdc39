import { CfnOutput, Fn } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { functionName, ingestExportName, lockExportName, moduleLogGroupName } from '../names.ts';
import { DeletionProtection } from '../policies/deletion-protection.ts';
import { PlatformStack } from './platform-stack.ts';

export interface ProtectionStackProps {
  /** Every other stack of the stage. */
  stacks: readonly PlatformStack[];
  hasLoadBalancer: boolean;
}

/**
 * Prevents all other stacks, the table and the load balancer from being deleted. It is the last stack of a deployment:
 * an earlier failed creation has locked nothing, and can be removed and repeated.
 *
 * CloudFormation does not delete a stack whose export another stack imports, so this one imports an export of each,
 * and only this one has termination protection. Termination protection of each stack would not work: the CDK CLI
 * enables it before it creates the stack, and disables it with every deployment that does not request it.
 */
export class ProtectionStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, { stacks, hasLoadBalancer }: ProtectionStackProps) {
    super(scope, deployment, 'protection', 'Platform Modules: prevents the deletion of the other stacks', {
      terminationProtection: true,
    });
    const locks: string[] = [];
    for (const stack of stacks) {
      this.addStackDependency(stack, 'it locks the stack after everything is created');
      // Exports are regional; AWS itself does not delete a web ACL or a certificate in use.
      if (stack.region === this.region) locks.push(Fn.importValue(lockExportName(stack.stackName)));
    }
    new CfnOutput(this, 'LockedStacks', { value: Fn.join(' ', locks) });
    new DeletionProtection(this, 'DeletionProtection', {
      tableArn: this.tableArn,
      loadBalancerArn: hasLoadBalancer
        ? Fn.importValue(ingestExportName(deployment.stage, 'balancer'))
        : undefined,
      functionName: functionName(deployment.stage, 'protection', 'switch'),
      logGroup: new LogGroup(this, 'Logs', {
        logGroupName: moduleLogGroupName(deployment.stage, 'protection'),
        retention: deployment.logRetentionDays,
        removalPolicy: deployment.removalPolicy,
      }),
    });
  }
}
