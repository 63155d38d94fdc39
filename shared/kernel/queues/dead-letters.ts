/** Reads dead-letter queues and moves their messages back, for functions whose contract has `deadLetters`. */
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { clientConfig } from '../aws/client-config.ts';
import { parseJson } from '../base/json.ts';
import { chunksOf, forEachParallel } from '../base/parallel.ts';
import { maxShownDeadLetters } from './dead-letter-limits.ts';
import { deadLetterSuffix, moveOf, queueNamesVariable, queueUrlPrefixVariable } from './names.ts';

/** A message that its worker could not process. */
export interface DeadLetter {
  messageId: string;
  body: string;
  sentAtMs: number;
}

const client = new SQSClient({ ...clientConfig, useQueueUrlAsEndpoint: false });

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the contract names no dead letters.`);
  return value;
}

/** The names of all queues, in the order of their modules. */
export const queueNames = (): string[] => variable(queueNamesVariable).split(',');

const urlOf = (queue: string): string => `${variable(queueUrlPrefixVariable)}${queue}`;
const deadLettersUrl = (queue: string): string => `${urlOf(queue)}${deadLetterSuffix}`;

/** Includes messages that a read hides for a moment. */
const counts = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;

/** The approximate number of messages in a dead-letter queue. One request of SQS. */
export async function countDeadLetters(queue: string): Promise<number> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLettersUrl(queue), AttributeNames: [...counts] }),
  );
  return counts.reduce((sum, name) => sum + Number(Attributes?.[name] ?? 0), 0);
}

/** Approximate numbers of a queue's messages, and how often it delivers one. */
export interface QueueDepth {
  waiting: number;
  inProgress: number;
  delayed: number;
  maxReceives: number | null;
}

const depthAttributes = [...counts, 'ApproximateNumberOfMessagesDelayed', 'RedrivePolicy'] as const;

/** The messages of a queue that are not processed yet. One request of SQS. */
export async function depthOf(queue: string): Promise<QueueDepth> {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: urlOf(queue), AttributeNames: [...depthAttributes] }),
  );
  const { RedrivePolicy } = Attributes;
  const maxReceives =
    RedrivePolicy === undefined ? undefined : Number(Object(parseJson(RedrivePolicy)).maxReceiveCount);
  return {
    waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0),
    inProgress: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
    delayed: Number(Attributes.ApproximateNumberOfMessagesDelayed ?? 0),
    maxReceives: maxReceives ?? null,
  };
}

/** Some messages of a dead-letter queue, which stay there. One request of SQS. */
export async function peekDeadLetters(queue: string): Promise<DeadLetter[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: deadLettersUrl(queue),
      MaxNumberOfMessages: maxShownDeadLetters,
      VisibilityTimeout: 0,
      MessageSystemAttributeNames: ['SentTimestamp'],
    }),
  );
  return Messages.map(({ MessageId = '', Body = '', Attributes }) => ({
    messageId: MessageId,
    body: Body,
    sentAtMs: Number(Attributes?.SentTimestamp ?? 0),
  }));
}

async function deadLettersArn(queue: string): Promise<string> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLettersUrl(queue), AttributeNames: ['QueueArn'] }),
  );
  return Attributes?.QueueArn ?? '';
}

/** A move of a dead-letter queue's messages, which SQS executes by itself. */
export interface Redrive {
  isUnderWay: boolean;
  /** Lets SQS move all of them back to the queue as new messages. */
  start(): Promise<void>;
}

/**
 * Whether a move of the dead-letter queue is in progress, and the function that starts one. Two requests of SQS, one
 * more to start.
 */
export async function findRedrive(queue: string): Promise<Redrive> {
  const SourceArn = await deadLettersArn(queue);
  const { Results } = await client.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
  return {
    isUnderWay: Results?.[0]?.Status === 'RUNNING',
    start: async () => {
      await client.send(new StartMessageMoveTaskCommand(moveOf(SourceArn)));
    },
  };
}

/** Reads of a dead-letter queue that look for some of its messages. */
const maxReads = 20;
/** Hides what is read, so that the next read returns others. */
const hiddenSeconds = 30;

interface Handle {
  messageId: string;
  handle: string;
}

/** Dead letters that were found. */
export interface FoundDeadLetters {
  messageIds: string[];
  /** Sends them to their queue as new messages, and then deletes them. A process that stops in between repeats a message. */
  moveBack(): Promise<void>;
}

/** Shows messages again that a read has hidden. */
async function showAgain(url: string, handles: readonly Handle[]): Promise<void> {
  await forEachParallel(chunksOf(handles, maxShownDeadLetters), 1, async (some) => {
    const Entries = some.map(({ handle }, index) => ({
      ...{ Id: String(index), ReceiptHandle: handle, VisibilityTimeout: 0 },
    }));
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }));
  });
}

/**
 * Finds dead letters by their ids, among the first two hundred of their queue: SQS has no other way. Those that are found
 * stay hidden for seconds, in which they can be moved back.
 */
export async function findDeadLetters(
  queue: string,
  messageIds: ReadonlySet<string>,
): Promise<FoundDeadLetters> {
  const url = deadLettersUrl(queue);
  const found: (Handle & { body: string; group: string | undefined })[] = [];
  const others: Handle[] = [];
  for (let reads = 0; reads < maxReads && found.length < messageIds.size; reads += 1) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: maxShownDeadLetters,
        VisibilityTimeout: hiddenSeconds,
        // Asks all servers of the queue.
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ['MessageGroupId'],
      }),
    );
    if (Messages.length === 0) break;
    for (const {
      MessageId: messageId = '',
      ReceiptHandle: handle = '',
      Body: body = '',
      Attributes,
    } of Messages) {
      if (messageIds.has(messageId))
        found.push({ messageId, handle, body, group: Attributes?.MessageGroupId });
      else others.push({ messageId, handle });
    }
  }
  await showAgain(url, others);
  return {
    messageIds: found.map(({ messageId }) => messageId),
    moveBack: () =>
      forEachParallel(found, maxShownDeadLetters, async ({ handle, body, group }) => {
        const more = group !== undefined && { MessageGroupId: group };
        await client.send(new SendMessageCommand({ QueueUrl: urlOf(queue), MessageBody: body, ...more }));
        await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: handle }));
      }),
  };
}
