import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import type { QueueSpec, Worker } from '../../../shared/kernel/queues/worker-spec.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { DynamicSchedules } from '../constructs/dynamic-schedules.ts';
import { EmailFeedback } from '../constructs/email-feedback.ts';
import { EventBus, ruleNames } from '../constructs/event-bus.ts';
import { TextRecognition } from '../constructs/text-recognition.ts';
import { WorkerQueue } from '../constructs/worker-queue.ts';
import type { Deployment } from '../deployment.ts';
import {
  alarmTopicName,
  busName,
  emailTopicName,
  queueName,
  scheduleGroupName,
  textractTopicName,
} from '../names.ts';
import { PlatformStack } from './platform-stack.ts';

const defaultRetentionDays = 4;
const defaultVisibilityTimeoutSeconds = 180;

// Lambda may hold a batch while it is throttled: AWS recommends six times the function's timeout.
// https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
const visibilityPerTimeout = 6;

/** The event bus, the queues with their rules, and the resources of schedules. */
export class MessagingStack extends PlatformStack {
  constructor(
    scope: Construct,
    deployment: Deployment,
    queues: Readonly<Record<string, QueueSpec>>,
    workers: readonly Worker[],
  ) {
    super(scope, deployment, 'messaging', 'Platform Modules: the event bus, the queues and the schedules');
    const { stage } = deployment;
    new CfnScheduleGroup(this, 'Schedules', { name: scheduleGroupName(stage) });
    if (deployment.watch) new AlarmTopic(this, 'Alarms', deployment, alarmTopicName(deployment.stage));
    const bus = new EventBus(this, 'Events', busName(stage));
    const scheduled: string[] = [];
    for (const [name, spec] of Object.entries(queues)) {
      const fullName = queueName(stage, name);
      const queue = new WorkerQueue(this, name, {
        deployment,
        queueName: fullName,
        retentionDays: spec.retentionDays ?? defaultRetentionDays,
        maxReceiveCount: spec.maxReceiveCount,
        visibilityTimeoutSeconds: visibilityTimeoutSeconds(name, spec, workers),
        rules: spec.fromBus && { names: Object.values(ruleNames(fullName)), busName: busName(stage) },
        topicName: spec.fromTextract ? textractTopicName(stage) : spec.fromSes && emailTopicName(stage),
      });
      if (spec.fromBus) bus.copyTo(queue, ruleNames(fullName), spec.fromBus);
      if (spec.fromTextract) new TextRecognition(this, 'TextRecognition', { stage, ...arnsOf(queue) });
      if (spec.fromSes) new EmailFeedback(this, 'EmailFeedback', { stage, ...arnsOf(queue) });
      if (spec.fromSchedules) scheduled.push(queue.queueArn, queue.deadLetterQueueArn);
    }
    new DynamicSchedules(this, 'DynamicSchedules', { stage, queueArns: scheduled });
  }
}

function arnsOf({ queueArn, deadLetterQueueArn }: WorkerQueue) {
  return { queueArn, deadLetterQueueArn };
}

function visibilityTimeoutSeconds(name: string, spec: QueueSpec, workers: readonly Worker[]): number {
  const readers = workers.filter(({ trigger }) => trigger.kind === 'queue' && trigger.queue === name);
  const [reader, second] = readers;
  if (second)
    throw new Error(`${reader?.name} and ${second.name} would receive each other's messages of ${name}`);
  if (reader) return visibilityPerTimeout * reader.timeoutSeconds;
  return spec.visibilityTimeoutSeconds ?? defaultVisibilityTimeoutSeconds;
}
