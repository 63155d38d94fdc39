import { Stack } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnEventInvokeConfig } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { scheduleGroupName } from '../names.ts';
import { scheduleTrust } from '../policies/schedule-trust.ts';
import type { PlatformFunction } from './platform-function.ts';

export interface WorkerScheduleProps {
  stage: string;
  /** Name of the schedule, which the function also receives in its event. */
  name: string;
  everyMinutes: number;
  target: PlatformFunction;
}

/** Starts a function at a fixed rate, with a role that may do nothing else. */
export class WorkerSchedule extends Construct {
  constructor(scope: Construct, id: string, { stage, name, everyMinutes, target }: WorkerScheduleProps) {
    super(scope, id);
    const groupName = scheduleGroupName(stage);
    const role = new CfnRole(this, 'Role', {
      assumeRolePolicyDocument: scheduleTrust(Stack.of(this), groupName),
      policies: [
        {
          policyName: 'grants',
          policyDocument: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Action: ['lambda:InvokeFunction'], Resource: target.functionArn }],
          },
        },
      ],
    });
    new CfnSchedule(this, 'Schedule', {
      name,
      groupName,
      scheduleExpression: everyMinutes === 1 ? 'rate(1 minute)' : `rate(${everyMinutes} minutes)`,
      flexibleTimeWindow: { mode: 'OFF' },
      target: { arn: target.functionArn, roleArn: role.attrArn, input: JSON.stringify({ schedule: name }) },
    });
    const once = new CfnEventInvokeConfig(this, 'Once', {
      functionName: target.ownName,
      // A literal, in the form in which CloudFormation compares it with the deployed one: another qualifier replaces the
      // configuration, and two of them cannot exist.
      qualifier: target.alias?.name ?? '$LATEST',
      // The next run comes soon; Lambda's two retries would only add to it.
      maximumRetryAttempts: 0,
    });
    if (target.alias) once.addResourceDependency(target.alias);
  }
}
