/**
 * A runtime of a test's own with one more queue, which every event of the bus is copied to and which nothing reads
 * but the test. What a test does to the publisher there disturbs no other.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { busName, functionName, queueName } from '../../lib/aws/names.ts';
import { startRuntime } from '../../lib/local/runtime.ts';
import type { Fault } from '../../lib/local/types.ts';
import { eventSource } from '../../shared/events/envelope.ts';
import { type Key, outboxPartition, outboxShards } from '../../shared/table/keys.ts';
import type { Item } from '../../shared/table/read.ts';
import { type Message, parseMessage } from '../../shared/workers/message.ts';

const stage = 'local';
const queue = 'everything';

export const publisher = functionName(stage, 'events', 'publish');
export const sweeper = functionName(stage, 'events', 'sweep');

type Template = { Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }> };

/** The stack with the bus gets a queue, the rule that feeds it, and leave for the rule to do so. */
function addQueue(assemblyDir: string): void {
  const files = readdirSync(assemblyDir).filter((name) => name.endsWith('.template.json'));
  for (const path of files.map((name) => join(assemblyDir, name))) {
    const template: Template = JSON.parse(readFileSync(path, 'utf8'));
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    if (!types.includes('AWS::Events::EventBus')) continue;
    const arn = { 'Fn::GetAtt': ['TestQueue', 'Arn'] };
    const send = {
      Effect: 'Allow',
      Principal: { Service: 'events.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Resource: arn,
    };
    Object.assign(template.Resources, {
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
    writeFileSync(path, JSON.stringify(template));
  }
}

/** Asks again until the answer is not undefined. Throws after `withinMs`. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  withinMs = 15_000,
): Promise<T> {
  const deadlineMs = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadlineMs) throw new Error(`Not within ${withinMs} ms: ${what}.`);
    await sleep(50);
  }
}

/** Starts it; `stop` removes everything. */
export async function startPipeline() {
  const dataDir = mkdtempSync(join(tmpdir(), 'pipeline-test-'));
  const settings = { RATE_LIMITS: 'off' };
  const runtime = await startRuntime({
    port: 0,
    dataDir,
    bundleDir: inject('bundleDir'),
    quiet: true,
    settings,
    transform: addQueue,
  });
  const access = JSON.parse(readFileSync(runtime.accessPath, 'utf8'));
  const {
    endpointUrl: endpoint,
    region,
    accessKeyId,
    secretAccessKey,
    table: TableName,
    queues,
  } = access.aws;
  const config = { endpoint, region, credentials: { accessKeyId, secretAccessKey } };
  const sqs = new SQSClient(config);
  const table = DynamoDBDocumentClient.from(new DynamoDBClient(config));
  const QueueUrl: string = queues[queue];
  const arrived: Message[] = [];

  async function control<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${runtime.controlUrl}${path}`, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json() as Promise<Answer>;
  }

  async function receive(): Promise<void> {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }),
    );
    if (Messages.length === 0) return;
    arrived.push(...Messages.map(({ Body = '' }) => parseMessage(Body)));
    const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    await receive();
  }

  async function outbox(): Promise<Item[]> {
    const pages = Array.from({ length: outboxShards }, async (_, shard) => {
      const { Items = [] } = await table.send(
        new QueryCommand({
          TableName,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': outboxPartition(shard) },
        }),
      );
      return Items;
    });
    return (await Promise.all(pages)).flat();
  }

  return {
    tenant: access.tenants.acme as { id: string; organizations: { north: string } },

    /** Sends a request as an administrator of the organization `north`. */
    async request(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
      const response = await fetch(`${runtime.baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': access.keys.acmeAdmin, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json() as Promise<Record<string, unknown>>;
    },

    /** Every message that the queue has had so far, in the order of arrival. */
    async arrivals(): Promise<readonly Message[]> {
      await receive();
      return arrived;
    },
    outbox,
    /** Waits until the outbox is empty but for the given ids. */
    outboxIsEmpty: (except: readonly unknown[] = [], withinMs?: number) =>
      eventually(
        'an empty outbox',
        async () => ((await outbox()).every(({ id }) => except.includes(id)) ? true : undefined),
        withinMs,
      ),
    /** Makes what waits in the outbox two minutes older, so that the sweeper takes it now and not in a minute. */
    async ageOutbox(): Promise<void> {
      for (const { pk, sk, occurredAtMs, ...item } of await outbox()) {
        const then = Number(occurredAtMs) - 120_000;
        const aged = { ...item, pk, sk: String(sk).replace(/^\d+/, String(then)), occurredAtMs: then };
        await table.send(new PutCommand({ TableName, Item: aged }));
        await table.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
      }
    },
    put: (item: Key & Item) => table.send(new PutCommand({ TableName, Item: item })),
    stopWorker: (name: string) => control('POST', '/stop-worker', { functionName: name }),
    addFault: async (fault: Fault) => (await control<{ id: string }>('POST', '/faults', fault)).id,
    removeFault: (id: string) => control('DELETE', `/faults?id=${id}`),
    /** Runs the schedule of a function now. */
    async runSchedule(name: string): Promise<void> {
      const { schedules } = await control<{ schedules: { name: string; functionName: string }[] }>(
        'GET',
        '/schedules',
      );
      const schedule = schedules.find((one) => one.functionName === name);
      await control('POST', '/schedules/run', { name: schedule?.name });
    },
    /** Messages in a queue by its short name. */
    async depth(name: string): Promise<number> {
      const answer = await control<{ queues: { name: string; visible: number }[] }>('GET', '/queues');
      return answer.queues.find((one) => one.name === name)?.visible ?? 0;
    },
    async stop(): Promise<void> {
      sqs.destroy();
      table.destroy();
      await runtime.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type Pipeline = Awaited<ReturnType<typeof startPipeline>>;
