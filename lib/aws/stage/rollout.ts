import { Stack } from 'aws-cdk-lib';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnAlias, CfnVersion } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { hashOf } from '../assets/hash.ts';
import { ModuleWatch } from '../constructs/module-watch.ts';
import type { Deployment } from '../deployment.ts';
import { functionNamePrefix, liveAlias } from '../names.ts';
import { acknowledgeWildcard } from '../policies/wildcards.ts';

/** Ten steps of one minute each. */
const steps = 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute';

export interface LiveFunctionProps {
  deployment: Deployment;
  module: string;
  /** `pm-prod-rules-create-rule`. */
  functionName: string;
  /** The function's `Ref`. */
  functionRef: string;
  /**
   * Code and configuration; changes create a new version. Contains nothing else: Lambda publishes no version of an
   * unchanged function, and CloudFormation then fails ("A version for this Lambda function exists").
   * https://docs.aws.amazon.com/lambda/latest/api/API_PublishVersion.html
   */
  configuration: object;
}

/**
 * The version of a function that callers get, behind an alias. With linear rollouts, CodeDeploy shifts requests to a
 * new version step by step. When the alarm of the module's failures goes off, it shifts them back, and CloudFormation
 * rolls the whole stack back.
 */
export class LiveFunction extends Construct {
  readonly alias: CfnAlias;

  constructor(scope: Construct, id: string, props: LiveFunctionProps) {
    super(scope, id);
    const stack = Stack.of(this);
    // A version is immutable: a new one is a new resource, and the previous one is removed when it is no longer
    // referenced.
    const version = new CfnVersion(this, `Version${hashOf(stack.resolve(props.configuration))}`, {
      functionName: props.functionRef,
    });
    const alias = new CfnAlias(this, 'Alias', {
      functionName: props.functionRef,
      functionVersion: version.attrVersion,
      name: liveAlias,
    });
    if (props.deployment.rollout === 'linear') this.#moveStepByStep(alias, props);
    this.alias = alias;
  }

  #moveStepByStep(alias: CfnAlias, { deployment, module, functionName }: LiveFunctionProps): void {
    const stack = Stack.of(this);
    const { applicationName, roleArn } = ModuleRollout.of(stack, deployment.stage, module);
    const group = new CfnDeploymentGroup(this, 'Group', {
      applicationName,
      deploymentGroupName: functionName,
      serviceRoleArn: roleArn,
      deploymentConfigName: steps,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      // CodeDeploy stops a deployment whose alarm is already active, so a fix of the cause could not be deployed.
      alarmConfiguration: {
        enabled: !deployment.ignoreAlarms,
        // A change of the kernel starts hundreds of deployments, and CloudWatch throttles some of their reads.
        ignorePollAlarmFailure: true,
        alarms: [{ name: ModuleWatch.of(stack).alarmName }],
      },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    alias.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName, deploymentGroupName: group.ref },
    };
  }
}

/** Shared resources of the rollouts of a module's functions. A stack contains one module. */
class ModuleRollout extends Construct {
  readonly applicationName: string;
  readonly roleArn: string;

  constructor(stack: Stack, stage: string, module: string) {
    super(stack, 'Rollout');
    const application = new CfnApplication(this, 'Application', { computePlatform: 'Lambda' });
    const functions = stack.formatArn({
      service: 'lambda',
      resource: `function:${functionNamePrefix(stage, module)}*`,
    });
    const role = new CfnRole(this, 'Role', {
      description: 'CodeDeploy shifts requests between versions with this role',
      assumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { Service: 'codedeploy.amazonaws.com' },
            Action: 'sts:AssumeRole',
            Condition: { StringEquals: { 'aws:SourceAccount': stack.account } },
          },
        ],
      },
      policies: [
        {
          policyName: 'grants',
          policyDocument: {
            Version: '2012-10-17',
            Statement: [
              {
                Effect: 'Allow',
                Action: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
                Resource: functions,
              },
              // IAM has no resource for it except all alarms of the account.
              { Effect: 'Allow', Action: ['cloudwatch:DescribeAlarms'], Resource: '*' },
            ],
          },
        },
      ],
    });
    acknowledge(role, functions);
    this.applicationName = application.ref;
    this.roleArn = role.attrArn;
  }

  static of(stack: Stack, stage: string, module: string): ModuleRollout {
    const known = stack.node.tryFindChild('Rollout');
    return known instanceof ModuleRollout ? known : new ModuleRollout(stack, stage, module);
  }
}

function acknowledge(role: CfnRole, functions: string): void {
  acknowledgeWildcard(role, functions, 'One role serves all functions of the module, and no other.');
  acknowledgeWildcard(role, '*', 'CloudWatch’s alarms are described by name, without a resource.');
}
