import { CfnOutput, CfnWaitConditionHandle, Fn } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Deployment } from './deployment.ts';
import { lockExportName } from './names.ts';
import { PlatformStack } from './platform-stack.ts';

/**
 * Keeps all other stacks from being deleted. CloudFormation refuses to delete a stack whose export another one imports,
 * so this one imports an export of each, and only this one has termination protection. It is the last of a deployment:
 * a first creation that fails earlier has locked nothing, and can be removed and tried again.
 *
 * Termination protection of each stack could not do that: the CDK CLI switches it on before it creates the stack, and off
 * again with every deployment that does not ask for it.
 */
export class ProtectionStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, stacks: readonly PlatformStack[]) {
    super(scope, deployment, 'protection', 'Platform Modules: keeps the other stacks from being deleted', {
      terminationProtection: true,
    });
    // A stack must have a resource; this one is nothing but a name.
    new CfnWaitConditionHandle(this, 'Handle');
    const locks: string[] = [];
    for (const stack of stacks) {
      this.addStackDependency(stack, 'it locks the stack once everything is there');
      // Exports stay within their region; AWS itself refuses to delete a web ACL or a certificate in use.
      if (stack.region === this.region) locks.push(Fn.importValue(lockExportName(stack.stackName)));
    }
    new CfnOutput(this, 'LockedStacks', { value: Fn.join(' ', locks) });
  }
}
