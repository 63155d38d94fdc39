import { CfnOutput, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { ModuleWatch, watchId } from '../constructs/module-watch.ts';
import type { Deployment } from '../deployment.ts';
import { lockExportName, moduleLogGroupName, stackName, tableName } from '../names.ts';
import { type PlatformResources, platformResources } from '../platform-resources.ts';
import type { GrantTargets } from '../policies/grants.ts';

/** What all stacks of a deployment share: name, tags, protection, how they find each other's resources. */
export abstract class PlatformStack extends Stack {
  protected readonly deployment: Deployment;

  constructor(
    scope: Construct,
    deployment: Deployment,
    part: string,
    description: string,
    {
      region = deployment.region,
      terminationProtection = false,
    }: {
      /** For what AWS wants in a certain region. */
      region?: string | undefined;
      terminationProtection?: boolean;
    } = {},
  ) {
    super(scope, stackName(deployment.stage, part), {
      description,
      ...(region !== undefined && { env: { region } }),
      terminationProtection,
      // Tags of the stack: CloudFormation puts them on every resource that takes tags.
      tags: { Application: 'platform-modules', Stage: deployment.stage, Part: part },
    });
    this.deployment = deployment;
    // The stack of protection imports it. Every stage exports it, and its value never changes: to lift the protection is to
    // delete that stack, and must not change this one while it is locked.
    new CfnOutput(this, 'Lock', { value: this.stackName, exportName: lockExportName(this.stackName) });
  }

  /** ARN of the table, derived from its name. */
  protected get tableArn(): string {
    return this.formatArn({
      service: 'dynamodb',
      resource: 'table',
      resourceName: tableName(this.deployment.stage),
    });
  }

  /** What functions share beside the table, as those of this stack find it. */
  protected get shared(): PlatformResources {
    return platformResources(this, this.deployment);
  }

  /** What the grants of a function that writes to the log group point to. */
  protected grantTargets(logGroup: LogGroup): GrantTargets {
    return { tableArn: this.tableArn, logGroupArn: logGroup.logGroupArn, shared: this.shared };
  }

  /** One group for all functions of a module, where its failures are counted: a request is read in one place. */
  protected moduleLogGroup(module: string): LogGroup {
    const { deployment } = this;
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: moduleLogGroupName(deployment.stage, module),
      retention: deployment.logRetentionDays,
      removalPolicy: deployment.removalPolicy,
    });
    // New versions that come in step by step are taken back by the alarm.
    if (deployment.watch || deployment.rollout === 'linear')
      new ModuleWatch(this, watchId, { deployment, module, logGroup });
    return logGroup;
  }
}
