/**
 * A runtime of a test's own with one more queue, which every event of the bus is copied to and which nothing reads
 * but the test. What a test does to the publisher there disturbs no other.
 */

import { DeleteMessageBatchCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { busName, queueName } from '../../../lib/aws/names.ts';
import { eventSource } from '../../../shared/kernel/events/envelope.ts';
import { type Message, parseMessage } from '../../../shared/kernel/queues/message.ts';
import type { LocalTemplate } from './assembly.ts';
import { stage, startOwnRuntime } from './own-runtime.ts';

const queue = 'everything';

/** The stack with the bus gets a queue, the rule that feeds it, and leave for the rule to do so. */
function addQueue({ Resources }: LocalTemplate): void {
  if (!Object.values(Resources).some(({ Type }) => Type === 'AWS::Events::EventBus')) return;
  const arn = { 'Fn::GetAtt': ['TestQueue', 'Arn'] };
  const send = {
    Effect: 'Allow',
    Principal: { Service: 'events.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: arn,
  };
  Object.assign(Resources, {
    TestQueue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: queueName(stage, queue) } },
    TestQueuePolicy: {
      Type: 'AWS::SQS::QueuePolicy',
      Properties: {
        Queues: [{ Ref: 'TestQueue' }],
        PolicyDocument: { Version: '2012-10-17', Statement: [send] },
      },
    },
    TestRule: {
      Type: 'AWS::Events::Rule',
      Properties: {
        Name: queueName(stage, queue),
        EventBusName: busName(stage),
        EventPattern: { source: [eventSource] },
        Targets: [{ Id: 'queue', Arn: arn, InputPath: '$.detail' }],
      },
    },
  });
}

/** Starts it; `stop` removes everything. */
export async function startPipeline() {
  const runtime = await startOwnRuntime({ change: addQueue });
  const QueueUrl = runtime.queueUrl(queue);
  const arrived: Message[] = [];

  async function receive(): Promise<void> {
    const { Messages = [] } = await runtime.sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }),
    );
    if (Messages.length === 0) return;
    arrived.push(...Messages.map(({ Body = '' }) => parseMessage(Body)));
    const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await runtime.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    await receive();
  }

  return {
    ...runtime,
    /** Every message that the queue has had so far, in the order of arrival. */
    async arrivals(): Promise<readonly Message[]> {
      await receive();
      return arrived;
    },
  };
}

export type Pipeline = Awaited<ReturnType<typeof startPipeline>>;
