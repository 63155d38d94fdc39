/** Reads dead-letter queues and moves their messages back, for functions whose contract has `deadLetters`. */
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { clientConfig } from '../aws/client-config.ts';
import { maxShownDeadLetters } from './dead-letter-limits.ts';
import { deadLetterSuffix, queueNamesVariable, queueUrlPrefixVariable } from './names.ts';

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

const deadLettersUrl = (queue: string): string =>
  `${variable(queueUrlPrefixVariable)}${queue}${deadLetterSuffix}`;

/** Includes messages that a read hides for a moment. */
const counts = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;

/** The approximate number of messages in a dead-letter queue. One request of SQS. */
export async function countDeadLetters(queue: string): Promise<number> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLettersUrl(queue), AttributeNames: [...counts] }),
  );
  return counts.reduce((sum, name) => sum + Number(Attributes?.[name] ?? 0), 0);
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

async function deadLettersArn(queue: string): Promise<string | undefined> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLettersUrl(queue), AttributeNames: ['QueueArn'] }),
  );
  return Attributes?.QueueArn;
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
      await client.send(new StartMessageMoveTaskCommand({ SourceArn }));
    },
  };
}
