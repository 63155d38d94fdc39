/** What the dead-letter queues hold, and the way back from there, for functions whose contract names `deadLetters`. */
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

/** Those that a look at them hides for a moment count as well. */
const counts = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;

/** About how many dead letters a queue has, as SQS counts them. One request of SQS. */
export async function countDeadLetters(queue: string): Promise<number> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLettersUrl(queue), AttributeNames: [...counts] }),
  );
  return counts.reduce((sum, name) => sum + Number(Attributes?.[name] ?? 0), 0);
}

/** Some of a queue's dead letters, which stay where they are. One request of SQS. */
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

/** A move of one queue's dead letters, which SQS makes by itself. */
export interface Redrive {
  isUnderWay: boolean;
  /** Has SQS move all of them back to the queue, where each message counts as new. */
  start(): Promise<void>;
}

/** Whether the dead letters of a queue are moved now, and the way to begin that. Two requests of SQS, one more to start. */
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
