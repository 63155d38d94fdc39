/**
 * A separate runtime with one more queue, to which every event of the bus is copied and which only the test reads, for
 * tests that change the publisher.
 */

import { DeleteMessageBatchCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { busName, queueName } from '../../../lib/aws/names.ts';
import { eventSource } from '../../../shared/kernel/events/envelope.ts';
import { type Message, parseMessage } from '../../../shared/kernel/queues/message.ts';
import type { LocalTemplate } from './assembly.ts';
import { stage, startOwnRuntime } from './own-runtime.ts';

const queue = 'everything';

/** Adds a queue, its rule and the rule's permission to the stack with the bus. */
function addQueue({ Resources }: LocalTemplate): void {
  if (!Object.values(Resources).some(({ Type }) => Type === 'AWS::Events::EventBus')) return;
  const arn = { 'Fn::GetAtt': ['TestQueue', 'Arn'] };
  const Principal = { Service: 'events.amazonaws.com' };
  const send = { Effect: 'Allow', Principal, Action: 'sqs:SendMessage', Resource: arn };
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
    /** Every message of the queue so far, in the order of arrival. */
    async arrivals(): Promise<readonly Message[]> {
      await receive();
      return arrived;
    },
  };
}

export type Pipeline = Awaited<ReturnType<typeof startPipeline>>;
