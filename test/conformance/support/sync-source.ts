/** An API that lists records in pages and accepts batches, and an organization that synchronizes with it. */
import { expect } from 'vitest';
import { connectTo, recordsOf, runOf } from '../../support/builders/sync-runs.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import type { TestResponse } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import type { Sink, SinkRequest, SinkResponse } from '../../support/clients/sink.ts';
import { aReceiver } from './receivers.ts';
import { aCaller } from './stage.ts';

export const syncPath = '/api/data_sync';
export const runsPath = `${syncPath}/runs`;
export const jsonIntegration = 'sync_http_json';
export const entityType = 'crm.customer';
export const token = 'token-of-great-value';

export interface Row extends Record<string, unknown> {
  id?: unknown;
}

export interface SyncRunView extends Record<string, unknown> {
  id: string;
  status: string;
  progressJobId: string;
  lastError: string | null;
}

export type Body = Record<string, unknown>;

/** Rows with the ids `C-1` … */
export const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `C-${index + 1}`, name: `Customer ${index + 1}` }));

export const counts = (createdCount = 0, updatedCount = 0, skippedCount = 0, failedCount = 0) => ({
  ...{ createdCount, updatedCount, skippedCount, failedCount },
});

export const subject = { integrationId: jsonIntegration, entityType, direction: 'import' };

export const startRun = ({ api }: TestCaller, body: Body = {}, headers = {}): Promise<TestResponse> =>
  api.post(`${syncPath}/run`, { body: { ...subject, ...body }, headers });

export const readRun = async ({ api }: TestCaller, id: unknown): Promise<SyncRunView> =>
  (await api.get<SyncRunView>(`${runsPath}/${id}`)).body;

/** Waits until the run has the status. */
export const runWith = (caller: TestCaller, id: unknown, status: string): Promise<SyncRunView> =>
  eventually(`the run is ${status}`, async () => {
    const run = await readRun(caller, id);
    return run.status === status ? run : undefined;
  });

export interface Source {
  caller: TestCaller;
  sink: Sink;
  /** What the API lists. */
  items: unknown[];
  /** The bodies that it received. */
  received: { items: Row[] }[];
  /** Its responses; those without one are pages and 204. */
  answer?: (request: SinkRequest) => SinkResponse | 'never' | Promise<SinkResponse> | undefined;
  /** Runs a sync until it ends or is paused. */
  sync(body?: Body): Promise<SyncRunView>;
}

/** An organization that is connected to an API with these items. */
export async function aSource(items: unknown[] = [], caller?: TestCaller): Promise<Source> {
  const owner = caller ?? (await aCaller());
  const sink = await aReceiver(owner);
  const source: Source = {
    ...{ caller: owner, sink, items, received: [] },
    sync: (body = {}) => runOf(owner, { ...subject, ...body }) as Promise<object> as Promise<SyncRunView>,
  };
  sink.respond((request) => {
    const own = source.answer?.(request);
    if (own !== undefined) return own;
    if (request.method === 'POST') {
      source.received.push(JSON.parse(request.body));
      return { status: 204 };
    }
    const query = new URL(request.path, 'http://api').searchParams;
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Number(query.get('limit'));
    const nextCursor = end < source.items.length ? String(end) : null;
    return { body: JSON.stringify({ items: source.items.slice(start, end), nextCursor }) };
  });
  await connectTo(owner, jsonIntegration, { baseUrl: `${sink.url}/v1`, token });
  return source;
}

/** A run that waits for the API's first response, which `release` lets go. */
export async function aBusyRun(source: Source, body: Body = {}) {
  const { promise, resolve } = Promise.withResolvers<SinkResponse>();
  const before = source.sink.requests.length;
  let isFirst = true;
  source.answer = () => {
    if (!isFirst) return undefined;
    isFirst = false;
    return promise;
  };
  const { status, body: started } = await startRun(source.caller, body);
  expect(status, JSON.stringify(started)).toBe(201);
  await source.sink.waitFor(before + 1);
  return { id: String(started.id), progressJobId: String(started.progressJobId), release: resolve };
}

/** The first 200 records of the type, by external id. */
export const recordsIn = (caller: TestCaller, type = entityType) => recordsOf(caller, type);

export async function makeRecord({ api }: TestCaller, body: Body): Promise<string> {
  const answer = await api.post<{ id: string }>('/api/entities/records', { body: { entityType, ...body } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

/** Saves the mapping of an entity type. */
export async function map({ api }: TestCaller, mapping: Body, about = { entityType }): Promise<void> {
  const body = { integrationId: jsonIntegration, ...about, mapping };
  const answer = await api.post(`${syncPath}/mappings`, { body });
  expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
}
