/**
 * The other side of the bench of due jobs: a bare process that polls a queue, and for each message reads the job, stores its
 * run under a condition, sends the target's message and deletes the message. Reads its settings from standard input, prints a
 * line when it polls, and runs until it is killed.
 */
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';
import { parseMessage } from '../../../../shared/kernel/queues/message.ts';
import { jobKey } from '../../../../shared/modules/scheduler/keys.ts';

export interface FireJob {
  /** `table` has the jobs, `runs` gets what the process writes: no stream of the platform reads it. */
  database: { url: string; table: string; runs: string };
  sqs: SQSClientConfig;
  /** URLs of the polled queue, and of that of the target. */
  queues: { due: string; target: string };
}

/** As many messages are handled at once as a worker of the platform handles. */
const pollers = 10;

const { database, sqs: sqsConfig, queues } = JSON.parse(await text(process.stdin)) as FireJob;
const { url: endpoint, table, runs } = database;
const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({ ...clientConfig, region: 'us-east-1', endpoint }),
);
const sqs = new SQSClient(sqsConfig);

/** Stores the run of a due job; returns its target's message. */
async function run({ Body = '' }: Message): Promise<string> {
  const { tenantId, organizationId, data, id } = parseMessage(Body);
  const Key = jobKey({ tenantId: String(tenantId) }, String((data as { jobId?: string }).jobId));
  const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
  const now = new Date().toISOString();
  const runItem = { pk: `${Key.pk}#RUNS`, sk: id, tenantId, organizationId, startedAt: now, status: 'sent' };
  await client.send(
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName: runs, Item: runItem, ConditionExpression: 'attribute_not_exists(pk)' } },
        {
          Update: {
            ...{ TableName: runs, Key },
            UpdateExpression: 'SET lastRunAt = :now',
            ExpressionAttributeValues: { ':now': now },
          },
        },
      ],
    }),
  );
  return JSON.stringify({ ...JSON.parse(Body), job: { id: Item?.id } });
}

async function poll(): Promise<void> {
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queues.due, MaxNumberOfMessages: 10, WaitTimeSeconds: 5 }),
    );
    if (Messages.length === 0) continue;
    const bodies = await Promise.all(Messages.map(run));
    const sent = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: queues.target, Entries: sent }));
    const done = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queues.due, Entries: done }));
  }
}

console.log(queues.due);
await Promise.all(Array.from({ length: pollers }, poll));
