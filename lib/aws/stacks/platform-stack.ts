import { CfnOutput, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { ModuleWatch, type ModuleWatchProps, watchId } from '../constructs/module-watch.ts';
import type { Deployment } from '../deployment.ts';
import { lockExportName, moduleLogGroupName, stackName, tableName } from '../names.ts';
import { type PlatformResources, platformResources } from '../platform-resources.ts';
import type { GrantTargets } from '../policies/grants.ts';

/** Shared by all stacks of a deployment: name, tags, protection, and references to each other's resources. */
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
      /** Set for stacks that AWS requires in a certain region. */
      region?: string | undefined;
      terminationProtection?: boolean;
    } = {},
  ) {
    super(scope, stackName(deployment.stage, part), {
      description,
      ...(region !== undefined && { env: { region } }),
      terminationProtection,
      // Stack tags: CloudFormation adds them to every resource that supports tags.
      tags: { Application: 'platform-modules', Stage: deployment.stage, Part: part },
    });
    this.deployment = deployment;
    // The protection stack imports it. Every stage exports it, and its value never changes: removing the protection
    // deletes that stack, and must not change this one while it is locked.
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

  /** Shared resources of functions besides the table, as this stack references them. */
  protected get shared(): PlatformResources {
    return platformResources(this, this.deployment);
  }

  /** The resources of a function's grants, with this log group. */
  protected grantTargets(logGroup: LogGroup): GrantTargets {
    return { tableArn: this.tableArn, logGroupArn: logGroup.logGroupArn, shared: this.shared };
  }

  /** One log group for all functions of a module, where its failures are counted and all lines of a request are. */
  protected moduleLogGroup(module: string, requests: ModuleWatchProps['requests']): LogGroup {
    const { deployment } = this;
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: moduleLogGroupName(deployment.stage, module),
      retention: deployment.logRetentionDays,
      removalPolicy: deployment.removalPolicy,
    });
    // The alarm rolls back new versions during gradual rollouts.
    if (deployment.watch || deployment.rollout === 'linear')
      new ModuleWatch(this, watchId, { deployment, module, logGroup, requests });
    return logGroup;
  }
}
