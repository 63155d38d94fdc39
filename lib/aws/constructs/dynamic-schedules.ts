import { Stack } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { dynamicScheduleGroupName, scheduleRoleName } from '../names.ts';
import { scheduleTrust } from '../policies/schedule-trust.ts';

export interface DynamicSchedulesProps {
  stage: string;
  /** The queues that schedules may send to, and their dead-letter queues. */
  queueArns: readonly string[];
}

/**
 * The resources with which functions create schedules: a schedule group, separate from that of the template's
 * schedules, because IAM cannot distinguish schedules within a group, and the role that EventBridge Scheduler assumes
 * for them.
 */
export class DynamicSchedules extends Construct {
  constructor(scope: Construct, id: string, { stage, queueArns }: DynamicSchedulesProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const groupName = dynamicScheduleGroupName(stage);
    new CfnScheduleGroup(this, 'Group', { name: groupName });
    const Statement = [{ Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: queueArns }];
    new CfnRole(this, 'Role', {
      roleName: scheduleRoleName(stage, stack.region),
      description: 'EventBridge Scheduler sends to queues with this role',
      assumeRolePolicyDocument: scheduleTrust(stack, groupName),
      // IAM refuses statements without resources.
      policies:
        queueArns.length === 0
          ? []
          : [{ policyName: 'grants', policyDocument: { Version: '2012-10-17', Statement } }],
    });
  }
}
