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
 * Keeps all other stacks, the table and the load balancer from being deleted. It is the last of a deployment: a first
 * creation that fails earlier has locked nothing, and can be removed and tried again.
 *
 * CloudFormation refuses to delete a stack whose export another one imports, so this one imports an export of each, and
 * only this one has termination protection. Termination protection of each stack could not do that: the CDK CLI switches
 * it on before it creates the stack, and off again with every deployment that does not ask for it.
 */
export class ProtectionStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, { stacks, hasLoadBalancer }: ProtectionStackProps) {
    super(scope, deployment, 'protection', 'Platform Modules: keeps the other stacks from being deleted', {
      terminationProtection: true,
    });
    const locks: string[] = [];
    for (const stack of stacks) {
      this.addStackDependency(stack, 'it locks the stack once everything is there');
      // Exports stay within their region; AWS itself refuses to delete a web ACL or a certificate in use.
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
