import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { note } from './table.ts';

export interface Task {
  id: string;
  /** Fails until it is received more often than this. */
  failTimes?: number;
  /** Hangs when it is received for the first time. */
  hangOnce?: boolean;
  /** Sends the same message again. */
  again?: boolean;
  /** Calls a denied action, and records the error of AWS. */
  readsForbiddenItem?: boolean;
}

const dynamodb = new DynamoDBClient({});
const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });

async function readsForbiddenItem(): Promise<string> {
  const Key = { pk: { S: 'x' }, sk: { S: 'x' } };
  const request = new GetItemCommand({ TableName: process.env.TABLE_NAME, Key });
  return dynamodb.send(request).then(
    () => 'allowed',
    (error: Error) => error.message,
  );
}

export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body, attributes } of Records) {
    const task = JSON.parse(body) as Task;
    const receiveCount = Number(attributes.ApproximateReceiveCount);
    const said = task.readsForbiddenItem ? { said: await readsForbiddenItem() } : {};
    await note(task.id, { receiveCount, batchSize: Records.length, ...said });
    if (task.hangOnce && receiveCount === 1) await new Promise(() => undefined);
    if (receiveCount <= (task.failTimes ?? 0)) batchItemFailures.push({ itemIdentifier: messageId });
    if (task.again) {
      const QueueUrl = process.env.QUEUE_URL_SAMPLE_TASKS;
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
    }
  }
  return { batchItemFailures };
}
