/** The local runtime for benches: tenants, requests, and the cost of each request. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { WireRequest } from '../../../shared/kernel/samples/wire.ts';
import { connectTable } from '../../../shared/kernel/table/table.ts';
import { createApiKey } from '../../../shared/modules/identity/api-keys/api-key-service.ts';
import { startRuntime } from '../../demo/runtime.ts';
import type { FunctionUsage } from '../../local/gateway/meter.ts';
import type { MeteredCall } from '../../local/types.ts';
import { seedFiles, seedTexts } from './files.ts';
import { benchContext, createHome } from './home.ts';
import { seedRecords } from './records.ts';
import { seedRules } from './rules.ts';

export interface BenchCaller {
  tenantId: string;
  organizationId: string;
  /** The secret for `x-api-key`. */
  key: string;
}

/** A completed request. */
export interface Call {
  status: number;
  /** Parsed when it is JSON. */
  body: unknown;
  /** From sending to the last byte; for an endless event stream, to the first. */
  elapsedMs: number;
  /** Requests by the meter: a transaction is one request. */
  requests: number;
  readUnits: number;
  writeUnits: number;
  /** Actions in order: `UpdateItem + GetItem`. */
  actions: string;
}

export interface Platform {
  baseUrl: string;
  controlUrl: string;
  /** The database itself, and the name of its table. */
  database: { url: string; table: string };
  /** The administrator's credentials for the runtime's AWS endpoint. */
  aws: Record<'endpointUrl' | 'region' | 'accessKeyId' | 'secretAccessKey', string> & {
    /** Names of the buckets by purpose. */
    buckets: Record<string, string>;
  };
  /** The demo's account at the Stripe emulator. */
  stripe: Record<'apiBase' | 'secretKey' | 'publishableKey' | 'webhookSecret', string>;
  /** The client of the local identity provider. */
  provider: Record<'issuer' | 'clientId' | 'clientSecret', string>;
  /** The key of a tenant with this number of rules in its only organization, created on first use. */
  tenantWithRules(count: number): Promise<BenchCaller>;
  /** The same with entity records. */
  tenantWithRecords(count: number): Promise<BenchCaller>;
  /** The same with files in its library. */
  tenantWithFiles(count: number): Promise<BenchCaller>;
  /** The same with files whose text was extracted. */
  tenantWithTexts(count: number): Promise<BenchCaller>;
  /** Creates another key of the tenant. */
  createKey(caller: BenchCaller): Promise<string>;
  /** Sends one request, again when a limit allows it, and reads the meter. Throws for an error response. */
  call(caller: BenchCaller, method: string, path: string, body?: unknown): Promise<Call>;
  /** The same for a request in wire form; returns errors, too. */
  send(caller: BenchCaller, request: WireRequest): Promise<Call>;
  /** A queue client, which the caller must destroy, and queue URLs by short name. */
  queues(): { sqs: SQSClient; queueUrl(name: string): string };
  /** Calls of each function since the start. */
  usage(): Promise<Record<string, FunctionUsage>>;
  stop(): Promise<void>;
}

/** Units of a call in words. */
export function figuresOf({ readUnits, writeUnits }: Pick<Call, 'readUnits' | 'writeUnits'>): string {
  return `${readUnits} read units, ${writeUnits} write units`;
}

/** Far above the number of requests of a bench: limits are counted as usual but never refuse. */
const unlimited = { perMinute: 1_000_000, perHour: 1_000_000 };

/** Rows that tenants of benches have in large numbers, and how each is written. */
const seeds = { rules: seedRules, records: seedRecords, files: seedFiles, texts: seedTexts } as const;

async function createTenantWith(kind: keyof typeof seeds, count: number): Promise<BenchCaller> {
  const home = await createHome(`bench with ${count} ${kind}`);
  const key = await createKey(home);
  await seeds[kind](home, count);
  return { ...home, key };
}

async function createKey({ tenantId, organizationId }: Omit<BenchCaller, 'key'>): Promise<string> {
  const { secret } = await createApiKey(
    { name: 'bench', tenantId, organizationId, features: ['*'], isSuperAdmin: true, ...unlimited },
    benchContext(),
  );
  return secret;
}

/** Starts the runtime on free ports with its data in `dataDir`. */
export async function startPlatform(dataDir: string): Promise<Platform> {
  const settings = { RATE_LIMITS: 'on', LOG_LEVEL: 'info', ALLOW_PRIVATE_WEBHOOKS: 'true' };
  const runtime = await startRuntime({ port: 0, dataDir, quiet: true, settings });
  const { aws, stripe, provider } = JSON.parse(readFileSync(runtime.accessPath, 'utf8'));
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey } = aws;
  const client = new DynamoDBClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  connectTable({ name: aws.table, client });
  const tenants = new Map<string, Promise<BenchCaller>>();
  const tenantWith = (kind: keyof typeof seeds, count: number): Promise<BenchCaller> => {
    const name = `${count} ${kind}`;
    const tenant = tenants.get(name) ?? createTenantWith(kind, count);
    tenants.set(name, tenant);
    return tenant;
  };

  async function send(
    key: string,
    method: string,
    path: string,
    { headers, body }: Pick<RequestInit, 'body'> & { headers: Record<string, string> },
  ): Promise<Call> {
    const startMs = performance.now();
    const response = await fetch(`${runtime.baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: { 'x-api-key': key, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await textOf(response);
    const elapsedMs = performance.now() - startMs;
    if (response.status === 429) {
      // Log-ins are limited by address: those of all operations come from one.
      await sleep(Number(response.headers.get('retry-after')) * 1_000);
      return send(key, method, path, { headers, body });
    }
    const usage = await usageOfRequest(runtime.controlUrl, response.headers.get('x-request-id') ?? '');
    return {
      status: response.status,
      body: response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text,
      elapsedMs,
      ...usage,
    };
  }

  return {
    baseUrl: runtime.baseUrl,
    controlUrl: runtime.controlUrl,
    database: { url: runtime.databaseUrl, table: aws.table },
    aws,
    stripe,
    provider,
    tenantWithRules: (count) => tenantWith('rules', count),
    tenantWithRecords: (count) => tenantWith('records', count),
    tenantWithFiles: (count) => tenantWith('files', count),
    tenantWithTexts: (count) => tenantWith('texts', count),
    createKey,
    async call(caller, method, path, body) {
      // A form sets its own content type.
      const isForm = body instanceof URLSearchParams || body instanceof FormData;
      const isJson = body !== undefined && !isForm;
      const call = await send(caller.key, method, path, {
        headers: isJson ? { 'content-type': 'application/json' } : {},
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      if (call.status >= 400)
        throw new Error(`${method} ${path} returned ${call.status}: ${JSON.stringify(call.body)}`);
      return call;
    },
    send: ({ key }, { method, path, ...rest }) => send(key, method, path, rest),
    queues: () => ({
      sqs: new SQSClient({
        endpoint,
        region,
        credentials: { accessKeyId, secretAccessKey },
        useQueueUrlAsEndpoint: false,
      }),
      queueUrl: (name) => String(aws.queues[name]),
    }),
    async usage() {
      const response = await fetch(`${runtime.controlUrl}/meter`);
      return ((await response.json()) as { functions: Record<string, FunctionUsage> }).functions;
    },
    async stop() {
      client.destroy();
      await runtime.stop();
    },
  };
}

/** Reads the whole body; for an event stream only the first chunk, then closes the connection. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return Buffer.from(first?.value ?? []).toString();
}

/** The usage of one request, by the meter. */
async function usageOfRequest(
  controlUrl: string,
  requestId: string,
): Promise<Pick<Call, 'requests' | 'readUnits' | 'writeUnits' | 'actions'>> {
  const response = await fetch(`${controlUrl}/meter?requestId=${encodeURIComponent(requestId)}`);
  const { calls } = (await response.json()) as { calls: MeteredCall[] };
  const sum = (unit: 'readUnits' | 'writeUnits') => calls.reduce((total, call) => total + call[unit], 0);
  return {
    requests: calls.length,
    readUnits: sum('readUnits'),
    writeUnits: sum('writeUnits'),
    actions: calls.map(({ action }) => action).join(' + '),
  };
}
