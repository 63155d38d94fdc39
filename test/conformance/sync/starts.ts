/** Conformance cases of sync: starts of runs, their lists, and connections. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { save, turn } from '../../support/builders/integrations.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { aCaller, aSibling, aTenant } from '../support/stage.ts';
import {
  aBusyRun,
  aSource,
  type Body,
  counts,
  entityType,
  jsonIntegration,
  readRun,
  recordsIn,
  rows,
  runsPath,
  runWith,
  startRun,
  subject,
  syncPath,
  token,
} from '../support/sync-source.ts';

const { proves } = casesOf('sync');

interface Page {
  items: Body[];
  total: number;
}

const listed = async ({ api }: TestCaller, query = ''): Promise<Page> =>
  (await api.get<Page>(`${runsPath}${query}`)).body;

/** An organization whose integration is enabled and has credentials; nothing answers at their address. */
const aConnected = async () => {
  const caller = await aCaller();
  await save(caller, jsonIntegration, { baseUrl: 'http://127.0.0.1:9/', token });
  await turn(caller, jsonIntegration, { isEnabled: true });
  return caller;
};
/** A caller whose requests are all refused. */
const aRefusedCaller = once(aConnected);

proves('default-run', async () => {
  const source = await aSource(rows(1));
  const { caller } = source;
  const run = await source.sync();
  const defaults = { batchSize: 100, fullSync: false, maxFailures: null, retryOf: null, initialCursor: null };
  expect(run).toMatchObject({ ...defaults, triggeredBy: `api_key:${caller.keyId}` });
  expect(source.sink.requests[0]?.path).toBe(`/v1/${entityType}?limit=100`);
  const given = { triggeredBy: 'nightly', batchSize: 7 };
  expect(await source.sync(given)).toMatchObject(given);
});

proves(
  'reserved-trigger',
  ['user:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33', ' System:scheduler'],
  async (triggeredBy) => {
    const answer = await startRun(await aRefusedCaller(), { triggeredBy });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  },
);

proves('record-type', async () => {
  const source = await aSource(rows(2));
  const recordTypes = {
    ...{ 'Order-Lines': 'external.order_lines', 'erp.eu.order': 'erp.eu_order' },
    customers: 'external.customers',
  };
  for (const [name, recordType] of Object.entries(recordTypes)) {
    const run = await source.sync({ entityType: name });
    expect(run).toMatchObject({ ...counts(2), entityType: name, recordType });
    expect(source.sink.requests.at(-1)?.path).toContain(`/v1/${name}?`);
    expect(await recordsIn(source.caller, recordType)).toHaveLength(2);
  }
});

proves('own-types', ['auth.user', 'webhooks.webhook', 'crm/customer', '..', 'a b'], async (type) => {
  const answer = await startRun(await aRefusedCaller(), { entityType: type });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

proves(
  'unusable-integration',
  [
    [404, 'not_found', { integrationId: 'nope' }],
    [404, 'sync_adapter_missing', { integrationId: 'webhook_custom' }],
    [409, 'integration_disabled', {}],
  ] as const,
  async ([status, code, body]) => {
    const caller = await aCaller();
    expect(await startRun(caller, body)).toMatchObject({ status, body: { code } });
    expect((await listed(caller)).total).toBe(0);
  },
);

proves(
  'credentials-required',
  [
    [undefined, ['baseUrl', 'token']],
    [{ baseUrl: 'http://127.0.0.1:9/' }, ['token']],
  ] as const,
  async ([credentials, missing]) => {
    const caller = await aCaller();
    if (credentials) await save(caller, jsonIntegration, credentials);
    await turn(caller, jsonIntegration, { isEnabled: true });
    const body = { code: 'credentials_missing', message: 'Missing credentials', missing };
    const refused = { status: 422, body };
    expect(await startRun(caller)).toMatchObject(refused);
    const validated = await caller.api.post(`${syncPath}/validate`, { body: subject });
    expect(validated).toMatchObject(refused);
  },
);

proves('supported-kinds', [{ direction: 'export' }, { entityType: 'stripe.customer' }], async (body) => {
  const caller = await aCaller();
  await save(caller, 'gateway_stripe', { secretKey: 'sk_test_1' });
  await turn(caller, 'sync_stripe', { isEnabled: true });
  const asked = { integrationId: 'sync_stripe', entityType: 'stripe.refund', ...body };
  const answer = await startRun(caller, asked);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(JSON.stringify(answer.body.details)).toContain('must be one of');
});

proves('overlap-refused', async () => {
  const source = await aSource(rows(1));
  const { id, release } = await aBusyRun(source);
  const overlapping = await startRun(source.caller);
  expect(overlapping).toMatchObject({ status: 409, body: { code: 'sync_overlap', runId: id } });
  expect(await startRun(source.caller, { entityType: 'crm.company' })).toMatchObject({ status: 201 });
  expect((await listed(source.caller)).total).toBe(2);
  release({ body: '{"items":[],"nextCursor":null}' });
  await runWith(source.caller, id, 'completed');
  expect((await source.sync()).status).toBe('completed');
});

proves('one-of-parallel', async () => {
  const { caller } = await aSource(rows(1));
  const answers = await Promise.all([startRun(caller), startRun(caller), startRun(caller)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  const { body } = await caller.api.get<Page>('/api/progress/jobs?includeCompleted=true');
  expect([(await listed(caller)).total, body.total]).toEqual([1, 1]);
});

proves('start-repeated', async () => {
  const { caller } = await aSource(rows(1));
  const headers = { 'idempotency-key': 'nightly 1' };
  const first = await startRun(caller, {}, headers);
  const again = await startRun(caller, { batchSize: 100 }, headers);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual({ ...first.body, replayed: true });
  expect([first, again].map((one) => one.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  const other = await startRun(caller, { batchSize: 7 }, headers);
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  const parallel = { 'idempotency-key': 'nightly 2' };
  const order = { entityType: 'crm.order' };
  const both = await Promise.all([startRun(caller, order, parallel), startRun(caller, order, parallel)]);
  expect(both[0]?.body.id).toBe(both[1]?.body.id);
  expect((await listed(caller)).total).toBe(2);
});

proves('retry-repeated', async () => {
  const source = await aSource(rows(1));
  const { caller } = source;
  const { id } = await source.sync();
  const retry = (body: Body = {}) =>
    caller.api.post(`${runsPath}/${id}/retry`, { body, headers: { 'idempotency-key': 'again 1' } });
  const first = await retry();
  expect(first.status).toBe(201);
  await runWith(caller, first.body.id, 'completed');
  const again = await retry();
  expect(again).toMatchObject({ status: 201, body: { ...first.body, replayed: true } });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await retry({ fromBeginning: true })).toMatchObject({
    status: 409,
    body: { code: 'idempotency_conflict' },
  });
  expect((await listed(caller)).total).toBe(2);
});

proves('list-filters', async () => {
  const source = await aSource(rows(1));
  const { id } = await source.sync();
  const exported = await source.sync({ direction: 'export' });
  const idsOf = async (query: string) => (await listed(source.caller, query)).items.map((run) => run.id);
  expect(await idsOf('')).toEqual([exported.id, id]);
  expect(await idsOf('?direction=import')).toEqual([id]);
  expect(await idsOf(`?integrationId=${jsonIntegration}&direction=export`)).toEqual([exported.id]);
  for (const query of ['status=completed', `entityType=${entityType}`, 'search=HTTP_JSON'])
    expect(await idsOf(`?${query}`), query).toHaveLength(2);
  for (const query of [`search=${id}`, `id=${id}`]) expect(await idsOf(`?${query}`), query).toEqual([id]);
  const others = ['status=failed', 'entityType=crm.order', `search=${randomUUID()}`];
  for (const query of [...others, `id=${randomUUID()}&search=${id}`])
    expect(await idsOf(`?${query}`), query).toEqual([]);
});

proves('runs-isolated', async () => {
  const source = await aSource(rows(1));
  const { id } = await source.sync();
  for (const { api } of [await aSibling(source.caller), await aTenant()]) {
    const answers = [
      await api.get(`${runsPath}/${id}`),
      await api.get(`${runsPath}/${id}/failures`),
      await api.post(`${runsPath}/${id}/cancel`),
      await api.post(`${runsPath}/${id}/retry`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await api.get<Page>(runsPath)).body.total).toBe(0);
  }
});

proves('run-stale', async () => {
  const source = await aSource(rows(1));
  const { api } = source.caller;
  const { id } = await source.sync();
  const path = `${runsPath}/${id}`;
  const stale = { status: 412, body: { code: 'stale' } };
  for (const action of ['cancel', 'retry'])
    expect(await api.post(`${path}/${action}`, { headers: { 'if-match': '"0"' } })).toMatchObject(stale);
  const etag = String((await api.get(path)).headers.get('etag'));
  expect((await api.get(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await api.post(`${path}/retry`, { headers: { 'if-match': etag } })).status).toBe(201);
});

proves('run-progress', async () => {
  const source = await aSource(rows(25));
  const { caller } = source;
  const { id, progressJobId, release } = await aBusyRun(source, { batchSize: 10 });
  const active = await caller.api.get<{ active: Body[] }>('/api/progress/active');
  expect(active.body.active).toMatchObject([{ id: progressJobId, jobType: 'data_sync:import' }]);
  expect(await readRun(caller, id)).toMatchObject({ progressJobId });
  release({ body: JSON.stringify({ items: rows(10), nextCursor: '10' }) });
  const run = await runWith(caller, id, 'completed');
  expect(run).toMatchObject({
    ...{ ...counts(25), batchesCompleted: 3, startedAt: expect.any(String), durationMs: expect.any(Number) },
    progressJob: {
      ...{ id: progressJobId, status: 'completed', progressPercent: 100, processedCount: 25, etaSeconds: 0 },
    },
  });
  const { body: job } = await caller.api.get(`/api/progress/jobs/${progressJobId}`);
  expect(job).toMatchObject({ resultSummary: { ...counts(25), batchesCompleted: 3 } });
});

proves(
  'connection-problems',
  [
    [404, 'not_found', { integrationId: 'nope' }],
    [404, 'sync_adapter_missing', { integrationId: 'webhook_custom' }],
    [422, 'credentials_missing', { integrationId: 'sync_s3_files' }],
  ] as const,
  async ([status, code, body]) => {
    const { api } = await aCaller();
    const answer = await api.post(`${syncPath}/validate`, { body: { ...subject, ...body } });
    expect(answer).toMatchObject({ status, body: { ok: false, code, message: expect.any(String) } });
  },
);

proves('connection-tested', async () => {
  const source = await aSource(rows(1));
  const validate = (direction: string) =>
    source.caller.api.post(`${syncPath}/validate`, { body: { ...subject, direction } });
  expect(await validate('import')).toMatchObject({
    status: 200,
    body: { ok: true, message: 'The API responds with a page.' },
  });
  source.answer = () => ({ status: 404 });
  expect((await validate('export')).status).toBe(200);
  source.answer = () => ({ status: 401, body: `{"error":"No ${token}."}` });
  const refused = await validate('import');
  expect(refused).toMatchObject({ status: 422, body: { ok: false, code: 'sync_connection_failed' } });
  expect(JSON.stringify(refused.body)).not.toContain(token);
});

proves('options', async () => {
  const caller = await aConnected();
  const { body } = await caller.api.get<{ items: Body[] }>(`${syncPath}/options`);
  const option = (id: string) => body.items.find(({ integrationId }) => integrationId === id);
  expect(option(jsonIntegration)).toMatchObject({
    ...{ providerKey: 'http_json', direction: 'bidirectional', runMode: 'generic', canStartRun: true },
    ...{ hasCredentials: true, isEnabled: true, supportedEntities: null },
    settingsPath: `/api/integrations/${jsonIntegration}`,
  });
  expect(option('sync_s3_files')).toMatchObject({ canStartRun: false, hasCredentials: false });
  expect(option('sync_stripe')).toMatchObject({
    direction: 'import',
    supportedEntities: ['stripe.payment_intent', 'stripe.refund'],
  });
  expect(option('webhook_custom')).toBeUndefined();
});
