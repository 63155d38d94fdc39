import { Stack, Validations } from 'aws-cdk-lib';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueue, CfnQueuePolicy } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { deadLetterQueueName } from '../names.ts';
import { alarmActions, describeAlarm } from './alarm.ts';

const daySeconds = 86_400;
const maxRetentionDays = 14;
const alarmPeriodSeconds = 300;

interface ProtectedQueueProps {
  queueName: string;
  retentionDays: number;
  visibilityTimeoutSeconds?: number;
  redrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number };
  /** ARNs of the bus rules that may send to the queue, besides the account's own functions. */
  ruleArns?: readonly string[] | undefined;
  /** ARN of the only topic that may. */
  topicArn?: string | undefined;
}

/**
 * A queue that is encrypted with SQS-managed keys (EventBridge cannot send to a queue under the AWS-managed KMS key),
 * and that refuses requests without TLS.
 */
class ProtectedQueue extends Construct {
  readonly queueArn: string;

  constructor(scope: Construct, id: string, props: ProtectedQueueProps) {
    super(scope, id);
    const { queueName, retentionDays, visibilityTimeoutSeconds, redrivePolicy, ruleArns, topicArn } = props;
    const queue = new CfnQueue(this, 'Queue', {
      queueName,
      sqsManagedSseEnabled: true,
      messageRetentionPeriod: retentionDays * daySeconds,
      ...(visibilityTimeoutSeconds && { visibilityTimeout: visibilityTimeoutSeconds }),
      ...(redrivePolicy && { redrivePolicy }),
    });
    if (!redrivePolicy) {
      const reason = 'It is the target of other queues and functions for messages that failed.';
      Validations.of(queue).acknowledge({ id: 'AwsSolutions-SQS3', reason });
    }
    new CfnQueuePolicy(this, 'Policy', {
      queues: [queue.ref],
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Deny',
            Principal: '*',
            Action: 'sqs:*',
            Resource: queue.attrArn,
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
          ...(ruleArns === undefined ? [] : [maySend(queue.attrArn, 'events', ruleArns)]),
          ...(topicArn === undefined ? [] : [maySend(queue.attrArn, 'sns', [topicArn])]),
        ],
      },
    });
    this.queueArn = queue.attrArn;
  }
}

function maySend(queueArn: string, service: 'events' | 'sns', sourceArns: readonly string[]): object {
  const [only, ...others] = sourceArns;
  return {
    Effect: 'Allow',
    Principal: { Service: `${service}.amazonaws.com` },
    Action: 'sqs:SendMessage',
    Resource: queueArn,
    Condition: { ArnEquals: { 'aws:SourceArn': others.length === 0 ? only : sourceArns } },
  };
}

/**
 * Stores failed messages as long as SQS can. In a monitored stage, an alarm is on while it contains any; subscribers of
 * the stage's topic receive it.
 */
export class FailuresQueue extends ProtectedQueue {
  constructor(
    scope: Construct,
    id: string,
    {
      deployment,
      ...props
    }: {
      deployment: Deployment;
      queueName: string;
      ruleArns?: readonly string[] | undefined;
      topicArn?: string | undefined;
    },
  ) {
    super(scope, id, { ...props, retentionDays: maxRetentionDays });
    if (!deployment.watch) return;
    new CfnAlarm(this, 'Alarm', {
      alarmName: props.queueName,
      alarmDescription: describeAlarm(
        'Messages failed permanently and wait in a dead-letter queue for a redrive',
        'dead-letters',
      ),
      namespace: 'AWS/SQS',
      metricName: 'ApproximateNumberOfMessagesVisible',
      dimensions: [{ name: 'QueueName', value: props.queueName }],
      statistic: 'Maximum',
      period: alarmPeriodSeconds,
      evaluationPeriods: 1,
      threshold: 0,
      comparisonOperator: 'GreaterThanThreshold',
      // SQS stops reporting metrics of unused queues.
      treatMissingData: 'notBreaching',
      ...alarmActions(Stack.of(this), deployment),
    });
  }
}

export interface WorkerQueueProps {
  deployment: Deployment;
  queueName: string;
  retentionDays: number;
  visibilityTimeoutSeconds: number;
  maxReceiveCount: number;
  /** Names and bus of the rules that may send to the queue. */
  rules?: { names: readonly string[]; busName: string } | undefined;
  /** Name of the only topic that may. */
  topicName?: string | undefined;
}

/** A work queue with its dead-letter queue. */
export class WorkerQueue extends Construct {
  readonly queueArn: string;
  readonly deadLetterQueueArn: string;

  constructor(scope: Construct, id: string, props: WorkerQueueProps) {
    super(scope, id);
    const { deployment, queueName, maxReceiveCount, rules, topicName, ...settings } = props;
    const topicArn = topicName && Stack.of(this).formatArn({ service: 'sns', resource: topicName });
    const ruleArns = rules?.names.map((name) =>
      Stack.of(this).formatArn({
        service: 'events',
        resource: 'rule',
        resourceName: `${rules.busName}/${name}`,
      }),
    );
    const deadLetters = new FailuresQueue(this, 'DeadLetters', {
      deployment,
      queueName: deadLetterQueueName(queueName),
      ruleArns,
      topicArn,
    });
    const queue = new ProtectedQueue(this, 'Work', {
      ...settings,
      queueName,
      ruleArns,
      topicArn,
      redrivePolicy: { deadLetterTargetArn: deadLetters.queueArn, maxReceiveCount },
    });
    this.queueArn = queue.queueArn;
    this.deadLetterQueueArn = deadLetters.queueArn;
  }
}
