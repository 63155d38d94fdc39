/** The one-machine runtime as benches use it: tenants of their own, requests, and what each cost. */
import { readFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { WireRequest } from '../../shared/kernel/samples/wire.ts';
import { connectTable } from '../../shared/kernel/table/table.ts';
import { createApiKey } from '../../shared/modules/identity/api-keys/api-key-service.ts';
import { createOrganization } from '../../shared/modules/identity/directory/organization-service.ts';
import { createTenant } from '../../shared/modules/identity/directory/tenant-service.ts';
import type { FunctionUsage } from '../local/gateway/meter.ts';
import { startRuntime } from '../local/runtime.ts';
import type { MeteredCall } from '../local/types.ts';
import { seedFiles, seedTexts } from './files.ts';
import { seedRecords } from './records.ts';
import { seedRules } from './rules.ts';

export interface BenchCaller {
  tenantId: string;
  organizationId: string;
  /** The secret to be sent as `x-api-key`. */
  key: string;
}

/** One answered request. */
export interface Call {
  status: number;
  /** Parsed when it is JSON. */
  body: unknown;
  /** From sending to the last byte; of an event stream, which does not end, to the first. */
  elapsedMs: number;
  /** What the meter says: a transaction is one request. */
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
  /** The administrator's access to the runtime's AWS. */
  aws: Record<'endpointUrl' | 'region' | 'accessKeyId' | 'secretAccessKey', string> & {
    /** Names by what they are for. */
    buckets: Record<string, string>;
  };
  /** The demo's account at the emulator for Stripe. */
  stripe: Record<'apiBase' | 'secretKey' | 'publishableKey' | 'webhookSecret', string>;
  /** The key of a tenant with this many rules in its only organization, made on first use. */
  tenantWithRules(count: number): Promise<BenchCaller>;
  /** The same with entity records. */
  tenantWithRecords(count: number): Promise<BenchCaller>;
  /** The same with files in its library. */
  tenantWithFiles(count: number): Promise<BenchCaller>;
  /** The same with files whose text was extracted. */
  tenantWithTexts(count: number): Promise<BenchCaller>;
  /** Sends one request and reads the meter. Throws when the answer is an error. */
  call(caller: BenchCaller, method: string, path: string, body?: unknown): Promise<Call>;
  /** The same for a request as it goes over the wire. */
  send(caller: BenchCaller, request: WireRequest): Promise<Call>;
  /** A client of the queues, for the caller to destroy, and their URLs by their short names. */
  queues(): { sqs: SQSClient; queueUrl(name: string): string };
  /** What each function has called since the start. */
  usage(): Promise<Record<string, FunctionUsage>>;
  stop(): Promise<void>;
}

/** Units of a call in words. */
export function figuresOf({ readUnits, writeUnits }: Pick<Call, 'readUnits' | 'writeUnits'>): string {
  return `${readUnits} read units, ${writeUnits} write units`;
}

/** Far above what a bench sends: limits are counted as ever, but refuse nothing. */
const unlimited = { perMinute: 1_000_000, perHour: 1_000_000 };

/** What tenants of benches have many of, and how it is written. */
const seeds = { rules: seedRules, records: seedRecords, files: seedFiles, texts: seedTexts } as const;

async function createTenantWith(kind: keyof typeof seeds, count: number): Promise<BenchCaller> {
  const context = { principal: { subject: 'system:bench' }, nowMs: Date.now() };
  const { id: tenantId } = await createTenant({ name: `bench with ${count} ${kind}` }, context);
  const { id: organizationId } = await createOrganization({ tenantId, name: 'main' }, context);
  const { secret } = await createApiKey(
    { name: 'bench', tenantId, organizationId, features: ['*'], isSuperAdmin: true, ...unlimited },
    context,
  );
  await seeds[kind]({ tenantId, organizationId }, count);
  return { tenantId, organizationId, key: secret };
}

/** Starts the runtime on free ports with its data in `dataDir`. */
export async function startPlatform(dataDir: string): Promise<Platform> {
  const settings = { RATE_LIMITS: 'on', LOG_LEVEL: 'info', ALLOW_PRIVATE_WEBHOOKS: 'true' };
  const runtime = await startRuntime({ port: 0, dataDir, quiet: true, settings });
  const { aws, stripe } = JSON.parse(readFileSync(runtime.accessPath, 'utf8'));
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
    if (response.status >= 400) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
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
    tenantWithRules: (count) => tenantWith('rules', count),
    tenantWithRecords: (count) => tenantWith('records', count),
    tenantWithFiles: (count) => tenantWith('files', count),
    tenantWithTexts: (count) => tenantWith('texts', count),
    call(caller, method, path, body) {
      // A form says its content type by itself.
      const isForm = body instanceof URLSearchParams || body instanceof FormData;
      const isJson = body !== undefined && !isForm;
      return send(caller.key, method, path, {
        headers: isJson ? { 'content-type': 'application/json' } : {},
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
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

/** The whole body; of an event stream the first chunk, and the connection is closed. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return Buffer.from(first?.value ?? []).toString();
}

/** What one request used, as the meter says. */
export async function usageOfRequest(
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
