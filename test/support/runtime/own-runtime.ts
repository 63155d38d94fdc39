/** A separate runtime for a test that changes workers, queues or the table. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  paginateQuery,
  paginateScan,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { functionName } from '../../../lib/aws/names.ts';
import type { ConsoleSource } from '../../../lib/demo/console-site.ts';
import { type RuntimeOptions, startRuntime } from '../../../lib/demo/runtime.ts';
import { type Random, seededRandom } from '../../../lib/lab/faults/random.ts';
import type { Fault } from '../../../lib/local/gateway/faults.ts';
import type { LogLine } from '../../../lib/local/lambda/logs.ts';
import type { FunctionStatus } from '../../../lib/local/lambda/pool.ts';
import type { QueueStatus } from '../../../lib/local/messaging.ts';
import { type Key, outboxPartition, outboxShards } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { eventually } from '../clients/eventually.ts';
import { keepLogs } from '../fault-injection/kept-runs.ts';
import { assertNoSecretsInLogs } from '../invariants/secret-scan.ts';
import { changeSettings, editTemplates, type LocalTemplate } from './assembly.ts';

export const stage = 'local';
export const publisher = functionName(stage, 'events', 'publish');
export const sweeper = functionName(stage, 'events', 'sweep');

/** Whether `request` or `send` threw because of a 5xx. */
export const isServerError = (error: unknown): boolean => /: 5\d\d /.test(String(error));

export interface OwnRuntimeOptions {
  /** The served console; none by default. */
  console?: ConsoleSource;
  settings?: Record<string, string>;
  /** Changes each template before it is instantiated. */
  change?: (template: LocalTemplate) => void;
  /** Returns 0 ≤ x < 1 for faults and recycled workers. */
  random?: Random;
  /** Number and lifetime of workers where they differ from the runtime's defaults. */
  workers?: RuntimeOptions['workers'];
}

/** Starts it without rate limits and otherwise with the settings of the shared one; `stop` removes everything. */
export async function startOwnRuntime({
  settings = {},
  change,
  console,
  random = seededRandom('runtime'),
  workers,
}: OwnRuntimeOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'own-runtime-test-'));
  const runtime = await startRuntime({
    port: 0,
    dataDir,
    assemblyDir: inject('assemblyDir'),
    quiet: true,
    ...(console && { console }),
    random,
    ...(workers && { workers }),
    transform: (assemblyDir) =>
      editTemplates(assemblyDir, (template) => {
        changeSettings(template, { RATE_LIMITS: 'off', ...settings });
        change?.(template);
      }),
  });
  const access = JSON.parse(readFileSync(runtime.accessPath, 'utf8'));
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, table: TableName } = access.aws;
  const config = { endpoint, region, credentials: { accessKeyId, secretAccessKey } };
  const sqs = new SQSClient(config);
  // Fault tests throttle every caller, and the test itself must succeed: one call in ten fails, ten in a row never
  // do.
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({ ...config, maxAttempts: 10 }));

  async function control<TestResponse>(method: string, path: string, body?: object): Promise<TestResponse> {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${runtime.controlUrl}${path}`, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json() as Promise<TestResponse>;
  }

  const itemsOf = async (pages: AsyncIterable<{ Items?: Item[] | undefined }>): Promise<Item[]> =>
    (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items);
  const everything = { TableName, ConsistentRead: true };

  /** All items of a partition. */
  const query = (pk: string): Promise<Item[]> =>
    itemsOf(
      paginateQuery(
        { client: table },
        { ...everything, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } },
      ),
    );

  /** All items, or those of an entity, unordered. Reads the whole table. */
  const scan = (entity?: string): Promise<Item[]> => {
    const ExpressionAttributeValues = { ':entity': entity };
    const only = entity !== undefined && { FilterExpression: 'entity = :entity', ExpressionAttributeValues };
    return itemsOf(paginateScan({ client: table }, { ...everything, ...only }));
  };

  async function outbox(): Promise<Item[]> {
    const shards = Array.from({ length: outboxShards }, (_, shard) => query(outboxPartition(shard)));
    return (await Promise.all(shards)).flat();
  }

  /** The response's error; for a function that failed without a response, its last log lines. */
  async function errorOf(response: Response, what: string): Promise<Error> {
    const text = await response.text();
    const message = `${what}: ${response.status} ${text}`;
    if (response.status < 500 || text.includes('"code"')) return new Error(message);
    const requestId = encodeURIComponent(response.headers.get('x-request-id') ?? '');
    const { lines } = await control<{ lines: LogLine[] }>('GET', `/logs?requestId=${requestId}`);
    return new Error(message, { cause: lines.map(({ line }) => line).join('\n') });
  }

  async function send<Body>(
    method: string,
    path: string,
    body?: string | Buffer,
    contentType = 'application/json',
    key: string = access.keys.acmeAdmin,
  ): Promise<Body> {
    const response = await fetch(`${runtime.baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': contentType },
      ...(body !== undefined && { body: new Uint8Array(Buffer.from(body as string)) }),
    });
    if (!response.ok) throw await errorOf(response, `${method} ${path}`);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  }

  const queues = async () => (await control<{ queues: QueueStatus[] }>('GET', '/queues')).queues;

  const callStripe = (path: string, secretKey: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${access.stripe.apiBase}${path}`, { ...init, headers: { authorization: `Bearer ${secretKey}` } });

  return {
    dataDir,
    baseUrl: runtime.baseUrl,
    controlUrl: runtime.controlUrl,
    /** Resolves when the console is uploaded. */
    consoleReady: runtime.consoleReady,
    /** The content of `access.json` at the start. */
    access,
    tenant: access.tenants.acme as { id: string; organizations: { north: string } },
    sqs,
    queueUrl: (name: string): string => access.aws.queues[name],

    /** Sends a request as an administrator of the organization `north`. Throws unless it succeeds. */
    request: <Body = Record<string, unknown>>(method: string, path: string, body?: object): Promise<Body> =>
      send(method, path, body && JSON.stringify(body)),
    /** Like `request`, with an unchanged body. */
    send,

    control,
    /** Reads an object of the Stripe emulator, of the demo's account by default. */
    stripe: async <Body>(path: string, secretKey: string = access.stripe.secretKey): Promise<Body> =>
      (await callStripe(path, secretKey)).json() as Promise<Body>,
    /** Confirms a payment as the customer's browser does, at the demo's account by default. */
    async confirm(intent: string, secretKey: string = access.stripe.secretKey): Promise<void> {
      const body = new URLSearchParams({ payment_method: 'pm_card_visa' });
      const path = `/v1/payment_intents/${intent}/confirm`;
      await (await callStripe(path, secretKey, { method: 'POST', body })).arrayBuffer();
    },

    query,
    scan,
    outbox,
    /** Waits until the outbox is empty except for the given ids. */
    outboxIsEmpty: (except: readonly unknown[] = []) =>
      eventually('an empty outbox', async () =>
        (await outbox()).every(({ id }) => except.includes(id)) ? true : undefined,
      ),
    /**
     * Makes waiting outbox items two minutes older, so that the sweeper handles them now. Changes only their keys: an
     * event with another time would be another event, and may have been published before.
     */
    async ageOutbox(): Promise<void> {
      for (const { pk, sk, ...item } of await outbox()) {
        const then = Number(item.occurredAtMs) - 120_000;
        const aged = { ...item, pk, sk: String(sk).replace(/^\d+/, String(then)) };
        await table.send(new PutCommand({ TableName, Item: aged }));
        await table.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
      }
    },
    put: (item: Key & Item) => table.send(new PutCommand({ TableName, Item: item })),
    /** Sets attributes of an item. */
    async change(Key: Key, values: Item): Promise<void> {
      const names = Object.keys(values);
      const byIndex = <Value>(mark: string, list: readonly Value[]) =>
        Object.fromEntries(list.map((one, index) => [`${mark}${index}`, one]));
      const UpdateExpression = `SET ${names.map((_, index) => `#${index} = :${index}`).join(', ')}`;
      const ExpressionAttributeNames = byIndex('#', names);
      const ExpressionAttributeValues = byIndex(':', Object.values(values));
      const expressions = { UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues };
      await table.send(new UpdateCommand({ TableName, Key, ...expressions }));
    },
    /** Kills a worker of the function, preferably a busy one. Returns the number of killed workers. */
    stopWorker: async (name: string) =>
      (await control<{ stopped: number }>('POST', '/stop-worker', { functionName: name })).stopped,
    /** How often each present fault was injected, by its id. */
    faultMatches: async () => (await control<{ matches: Record<string, number> }>('GET', '/faults')).matches,
    addFault: async (fault: Fault) => (await control<{ id: string }>('POST', '/faults', fault)).id,
    removeFault: (id: string) => control('DELETE', `/faults?id=${id}`),
    clearFaults: () => control('DELETE', '/faults'),
    /** Runs the schedule of a function now. */
    async runSchedule(name: string): Promise<void> {
      type Listed = { schedules: { name: string; functionName: string }[] };
      const { schedules } = await control<Listed>('GET', '/schedules');
      await control('POST', '/schedules/run', {
        name: schedules.find((one) => one.functionName === name)?.name,
      });
    },
    queues,
    /** The status of a queue, by its short name. Throws for an unknown one. */
    async queue(name: string): Promise<QueueStatus> {
      const found = (await queues()).find((one) => one.name === name);
      if (found === undefined) throw new Error(`The queue ${name} does not exist.`);
      return found;
    },
    /** Makes received messages without a worker visible, as their visibility timeout would. */
    release: async (queue: string) =>
      (await control<{ released: number }>('POST', '/queues/release', { queue })).released,
    redrive: async (queue: string) =>
      (await control<{ moved: number }>('POST', '/queues/redrive', { queue })).moved,
    functions: async () => (await control<{ functions: FunctionStatus[] }>('GET', '/functions')).functions,
    /** The latest log lines of a function, unchanged. */
    log: async (name: string) =>
      (await control<{ lines: LogLine[] }>('GET', `/logs?functionName=${name}`)).lines.map(
        ({ line }) => line,
      ),
    async stop(): Promise<void> {
      sqs.destroy();
      table.destroy();
      await runtime.stop();
      keepLogs(dataDir);
      try {
        assertNoSecretsInLogs(dataDir, access);
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

export type OwnRuntime = Awaited<ReturnType<typeof startOwnRuntime>>;
