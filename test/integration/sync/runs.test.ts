/** Sync runs over HTTP, with the workers of the runtime and files in its bucket. */

import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { formerShardOfUuid } from '../../../shared/kernel/table/keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import { findAdapter } from '../../../shared/modules/sync/adapters.ts';
import { activeSyncRunKey, syncRunKey } from '../../../shared/modules/sync/keys.ts';
import { findRun } from '../../../shared/modules/sync/runs/run-row.ts';
import { changeStatus } from '../../../shared/modules/sync/runs/run-store.ts';
import { startRun } from '../../../shared/modules/sync/runs/start.ts';
import { save, turn } from '../../support/builders/integrations.ts';
import { ageRun } from '../../support/builders/sync.ts';
import {
  aFolder,
  filesIntegration,
  isOver,
  lines,
  runLike,
  runsPath,
  startSync,
  synced,
  syncPath,
} from '../../support/builders/sync-files.ts';
import { aSibling, asTest, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { silently } from '../../support/clients/silence.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { runSchedule } from '../../support/runtime/sweep.ts';

fanOutEvents();

const entityType = 'crm.customer';
const subject = { integrationId: filesIntegration, entityType, direction: 'import' };
const customers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `C-${index + 1}`, name: `Customer ${index + 1}` }));

async function aReadyCaller(count = 3) {
  const caller = await aTenant();
  const folder = await aFolder(caller);
  await folder.put(entityType, lines(customers(count)));
  return { caller, folder };
}

/**
 * A caller whose integration events have been handled: saving an integration resumes paused runs, which must not
 * affect a test that pauses a run. A run takes longer than these events.
 */
async function aKnownCaller() {
  const { caller } = await aReadyCaller();
  await synced(caller);
  return caller;
}

describe('a run', () => {
  it('imports a file in the background, with progress', async () => {
    const { caller } = await aReadyCaller(25);
    const run = await synced(caller, { batchSize: 10, triggeredBy: 'a test' });
    expect(run).toMatchObject({
      ...subject,
      ...{ status: 'completed', createdCount: 25, updatedCount: 0, skippedCount: 0, failedCount: 0 },
      ...{ batchesCompleted: 3, batchSize: 10, triggeredBy: 'a test', initialCursor: null, retryOf: null },
      progressJob: { id: run.progressJobId, status: 'completed', progressPercent: 100, processedCount: 25 },
    });
    const { body } = await caller.api.get(`/api/entities/records?entityType=${entityType}`);
    expect(body.total).toBe(25);
  });

  it.each([
    ['Order-Lines', 'external.order_lines'],
    ['erp.eu.order', 'erp.eu_order'],
  ])('imports the type %s of the integration as records of type %s', async (name, recordType) => {
    const { caller, folder } = await aReadyCaller(0);
    await folder.put(name, lines(customers(2)));
    const run = await synced(caller, { entityType: name });
    expect(run).toMatchObject({ status: 'completed', createdCount: 2, entityType: name, recordType });
    const records = await caller.api.get(`/api/entities/records?entityType=${recordType}`);
    expect(records.body).toMatchObject({ total: 2, items: [{ entityType: recordType }, {}] });
    const again = await synced(caller, { entityType: name, fullSync: true });
    expect(again).toMatchObject({ skippedCount: 2, createdCount: 0, failedCount: 0 });
    const [record] = records.body.items as { id: string }[];
    await caller.api.put('/api/entities/records', { body: { id: record?.id, fields: { name: 'Changed' } } });
    expect(await synced(caller, { entityType: name, direction: 'export' })).toMatchObject({
      ...{ status: 'completed', updatedCount: 2, recordType },
    });
    expect(await folder.read(name)).toContain('Changed');
    expect((await caller.api.get(`${runsPath}?entityType=${name}`)).body.total).toBe(3);
  });

  it('exports imported records into a file, also in another format', async () => {
    const { caller, folder } = await aReadyCaller(3);
    await synced(caller);
    await save(caller, filesIntegration, { ...folder.credentials, format: 'csv' });
    const run = await synced(caller, { direction: 'export' });
    expect(run).toMatchObject({ status: 'completed', updatedCount: 3, failedCount: 0 });
    expect(await folder.read(entityType)).toContain('C-2');
  });

  it('is listed in its organization only, filtered and searched', async () => {
    const { caller } = await aReadyCaller();
    const { id } = await synced(caller);
    const found = async (query: string, by: TestCaller = caller) =>
      (await by.api.get<{ items: { id: string }[]; total: number }>(`${runsPath}${query}`)).body;
    expect(await found('')).toMatchObject({
      items: [{ id }],
      total: 1,
      page: 1,
      pageSize: 50,
      totalPages: 1,
    });
    const queries = ['?status=completed', `?integrationId=${filesIntegration}`, `?entityType=${entityType}`];
    for (const query of [...queries, '?direction=import', '?search=S3_FILES', `?search=${id}`, `?id=${id}`])
      expect((await found(query)).total, query).toBe(1);
    for (const query of [
      '?status=failed',
      '?direction=export',
      `?search=${randomUUID()}`,
      `?id=${randomUUID()}`,
      `?id=${randomUUID()}&search=${id}`,
    ])
      expect((await found(query)).total, query).toBe(0);
    const [sibling, stranger] = [await aSibling(caller), await aTenant()];
    for (const other of [sibling, stranger]) {
      expect((await found('', other)).total).toBe(0);
      for (const request of [
        other.api.get(`${runsPath}/${id}`),
        other.api.get(`${runsPath}/${id}/failures`),
        other.api.post(`${runsPath}/${id}/cancel`),
        other.api.post(`${runsPath}/${id}/retry`),
      ])
        expect((await request).status).toBe(404);
    }
  });

  it('rejects cancel and retry that name an older version of the run', async () => {
    const { caller } = await aReadyCaller(1);
    const { id } = await synced(caller);
    const { headers } = await caller.api.get(`${runsPath}/${id}`);
    const ifMatch = { 'if-match': String(headers.get('etag')) };
    expect(
      (await caller.api.get(`${runsPath}/${id}`, { headers: { 'if-none-match': ifMatch['if-match'] } }))
        .status,
    ).toBe(304);
    for (const action of ['cancel', 'retry']) {
      const stale = await caller.api.post(`${runsPath}/${id}/${action}`, { headers: { 'if-match': '"0"' } });
      expect([stale.status, stale.body.code], action).toEqual([412, 'stale']);
    }
    expect((await caller.api.post(`${runsPath}/${id}/cancel`, { headers: ifMatch })).status).toBe(409);
    expect((await caller.api.post(`${runsPath}/${id}/retry`, { headers: ifMatch })).status).toBe(201);
  });

  it('stores failed items, to be read and downloaded', async () => {
    const { caller, folder } = await aReadyCaller();
    await folder.put(entityType, `${lines(customers(2))}no json\n${lines([{ name: 'without id' }])}`);
    const run = await synced(caller);
    expect(run).toMatchObject({ status: 'completed', createdCount: 2, failedCount: 2 });
    const { body } = await caller.api.get(`${runsPath}/${run.id}/failures?search=json`);
    expect(body).toMatchObject({ total: 1, items: [{ batch: 1, externalId: null }] });
    const csv = await caller.api.get(`${runsPath}/${run.id}/failures?format=csv`);
    expect(String(csv.body).trim().split('\n')).toHaveLength(3);
  });

  it.each([
    ['an unknown integration', { integrationId: 'nope' }, 404, 'not_found'],
    ['an integration without adapter', { integrationId: 'webhook_custom' }, 404, 'sync_adapter_missing'],
    ['a disabled one', { integrationId: 'sync_http_json' }, 409, 'integration_disabled'],
    ['a type of the platform', { entityType: 'auth.user' }, 400, 'invalid_input'],
    ['a type with a slash', { entityType: 'crm/customer' }, 400, 'invalid_input'],
    ['a type of 101 characters', { entityType: 'a'.repeat(101) }, 400, 'invalid_input'],
    ['an empty batch', { batchSize: 0 }, 400, 'invalid_input'],
    ['a batch that is too large', { batchSize: 1_001 }, 400, 'invalid_input'],
    ['no direction', { direction: 'both' }, 400, 'invalid_input'],
    [
      'the name of a user',
      { triggeredBy: 'user:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33' },
      400,
      'invalid_input',
    ],
    ['the name of a module', { triggeredBy: ' System:scheduler' }, 400, 'invalid_input'],
  ])('is refused for %s', async (_, body, status, code) => {
    const answer = await startSync(await aTenant(), body);
    expect(answer).toMatchObject({ status, body: { code } });
  });

  it('is refused without credentials', async () => {
    const caller = await aTenant();
    await turn(caller, filesIntegration, { isEnabled: true });
    expect(await startSync(caller)).toMatchObject({ status: 422, body: { code: 'credentials_missing' } });
  });

  it('is started once by requests with the same Idempotency-Key', async () => {
    const { caller } = await aReadyCaller();
    const headers = { 'idempotency-key': 'nightly 1' };
    const first = await caller.api.post(`${syncPath}/run`, { body: subject, headers });
    const again = await caller.api.post(`${syncPath}/run`, { body: subject, headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual({ ...first.body, replayed: true });
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    const other = await caller.api.post(`${syncPath}/run`, { body: { ...subject, batchSize: 7 }, headers });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    await runLike(caller, String(first.body.id), isOver);
  });

  it('that has ended can be run again, but not cancelled', async () => {
    const { caller } = await aReadyCaller();
    const { id } = await synced(caller, { batchSize: 2 });
    const cancelled = await caller.api.post(`${runsPath}/${id}/cancel`);
    expect(cancelled).toMatchObject({ status: 409, body: { code: 'sync_run_state', status: 'completed' } });
    const again = await caller.api.post(`${runsPath}/${id}/retry`, { body: { fromBeginning: true } });
    expect(again.status).toBe(201);
    const run = await runLike(caller, String(again.body.id), isOver);
    expect(run).toMatchObject({ retryOf: id, batchSize: 2, skippedCount: 3, createdCount: 0 });
  });

  it('is restarted once by requests with the same Idempotency-Key', async () => {
    const { caller } = await aReadyCaller();
    const { id } = await synced(caller);
    const retry = (body: Record<string, unknown> = {}) =>
      caller.api.post(`${runsPath}/${id}/retry`, { body, headers: { 'idempotency-key': 'again 1' } });
    const first = await retry();
    expect(first.status).toBe(201);
    await runLike(caller, String(first.body.id), isOver);
    const again = await retry();
    expect(again).toMatchObject({ status: 201, body: { ...first.body, replayed: true } });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await retry({ fromBeginning: true });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    const list = await caller.api.get<{ total: number }>(runsPath);
    expect(list.body.total).toBe(2);
  });
});

/** A run whose first message is lost. */
async function aLostRun(caller: TestCaller, direction: 'import' | 'export'): Promise<string> {
  const { tenantId, organizationId } = caller;
  const parts = { findAdapter, send: async () => undefined };
  const input = { ...subject, direction, fullSync: false, batchSize: 10 };
  const started = await silently(() =>
    startRun({ tenantId, organizationId }, input, undefined, parts, asTest()),
  );
  return started.id;
}

const recoverStalledRuns = () => runSchedule('sync', 'recoverStalledRuns');

describe('a stalled run', () => {
  it('is continued by the watchdog', async () => {
    const { caller } = await aReadyCaller();
    const ids = [await aLostRun(caller, 'import'), await aLostRun(caller, 'export')];
    for (const id of ids) await ageRun(caller, id, { updatedAtMs: Date.now() - 61_000 });
    await recoverStalledRuns();
    for (const id of ids) expect(await runLike(caller, id, isOver)).toMatchObject({ status: 'completed' });
  });

  it('with a disabled integration continues when that is enabled', async () => {
    const { caller } = await aReadyCaller();
    const ids = [await aLostRun(caller, 'import'), await aLostRun(caller, 'export')];
    await turn(caller, filesIntegration, { isEnabled: false });
    const entry = { level: 'warn', message: 'Sync run paused' } as const;
    for (const id of ids) {
      const run = await findRun(caller, id);
      if (run) await silently(() => changeStatus(run, { status: 'paused' }, entry, asTest()));
    }
    await turn(caller, filesIntegration, { isEnabled: true });
    for (const id of ids) expect(await runLike(caller, id, isOver)).toMatchObject({ status: 'completed' });
  });

  it('with a disabled integration also continues without an event', async () => {
    const caller = await aKnownCaller();
    const id = await aLostRun(caller, 'import');
    const run = await findRun(caller, id);
    const entry = { level: 'warn', message: 'Sync run paused' } as const;
    if (run) await silently(() => changeStatus(run, { status: 'paused' }, entry, asTest()));
    await recoverStalledRuns();
    expect(await runLike(caller, id, isOver)).toMatchObject({ status: 'completed' });
  });

  it('continues if it was stored when there were fewer shards', async () => {
    const caller = await aKnownCaller();
    const id = await aLostRun(caller, 'import');
    const { tenantId } = caller;
    const former = activeSyncRunKey({ tenantId, activeShard: formerShardOfUuid(id) }, id);
    const present = activeSyncRunKey({ tenantId }, id);
    const locator = await getItem(present);
    await transact([
      ...(former.pk === present.pk ? [] : [{ delete: present }]),
      { put: { ...locator, ...former } },
      { set: syncRunKey({ tenantId }, id), values: { v: 1 }, remove: ['activeShard'] },
    ]);
    await ageRun(caller, id, { updatedAtMs: Date.now() - 61_000 });
    await recoverStalledRuns();
    expect(await runLike(caller, id, isOver)).toMatchObject({ status: 'completed' });
    expect([await getItem(former), await getItem(present)]).toEqual([undefined, undefined]);
  });

  it('can be cancelled', async () => {
    const { caller } = await aReadyCaller();
    for (const direction of ['import', 'export'] as const) {
      const id = await aLostRun(caller, direction);
      if (direction === 'export') await ageRun(caller, id, { startedAtMs: Date.now() });
      const answer = await caller.api.post(`${runsPath}/${id}/cancel`);
      expect(answer).toMatchObject({ status: 200, body: { ok: true } });
      expect(await runLike(caller, id, isOver)).toMatchObject({
        status: 'cancelled',
        progressJob: { status: 'cancelled', etaSeconds: 0 },
      });
    }
  });
});

describe('a paused run', () => {
  it('is cancelled when it is run again, in both directions', async () => {
    const caller = await aKnownCaller();
    const entry = { level: 'warn', message: 'Sync run paused' } as const;
    for (const direction of ['import', 'export'] as const) {
      const id = await aLostRun(caller, direction);
      const run = await findRun(caller, id);
      if (run) await silently(() => changeStatus(run, { status: 'paused' }, entry, asTest()));
      const again = await caller.api.post(`${runsPath}/${id}/retry`);
      expect(again.status).toBe(201);
      expect((await caller.api.get(`${runsPath}/${id}`)).body).toMatchObject({ status: 'cancelled' });
      const next = await runLike(caller, String(again.body.id), isOver);
      expect(next).toMatchObject({ status: 'completed', retryOf: id, direction });
    }
  });
});

const sinks: Sink[] = [];
afterAll(() => Promise.all(sinks.map((sink) => sink.stop())));

describe('a connection', () => {
  const validate = ({ api }: TestCaller, body: object = {}) =>
    api.post(`${syncPath}/validate`, { body: { ...subject, ...body } });

  it('is tested with the saved credentials', async () => {
    const { caller } = await aReadyCaller();
    expect(await validate(caller)).toMatchObject({ status: 200, body: { ok: true } });
  });

  it('that fails returns the reason', async () => {
    const caller = await aTenant();
    const sink = await startSink();
    sinks.push(sink);
    sink.respond(() => ({ status: 401 }));
    expect(await validate(caller)).toMatchObject({
      status: 422,
      body: { ok: false, code: 'credentials_missing', message: 'Missing credentials' },
    });
    await save(caller, 'sync_http_json', { baseUrl: sink.url, token: 'secret' });
    const answer = await validate(caller, { integrationId: 'sync_http_json' });
    expect(answer).toMatchObject({ status: 422, body: { ok: false, code: 'sync_connection_failed' } });
    expect(String(answer.body.message)).not.toContain('secret');
    const unknown = await validate(caller, { integrationId: 'nope' });
    expect(unknown).toMatchObject({ status: 404, body: { ok: false } });
    const without = await validate(caller, { integrationId: 'webhook_custom' });
    expect(without).toMatchObject({ status: 404, body: { ok: false, code: 'sync_adapter_missing' } });
  });

  it('is listed with its available operations', async () => {
    const { caller } = await aReadyCaller();
    const { body } = await caller.api.get<{ items: { integrationId: string }[] }>(`${syncPath}/options`);
    const files = body.items.find(({ integrationId }) => integrationId === filesIntegration);
    expect(files).toMatchObject({
      ...{ providerKey: 's3_files', direction: 'bidirectional', runMode: 'generic', canStartRun: true },
      ...{ hasCredentials: true, isEnabled: true, supportedEntities: null },
    });
    const http = body.items.find(({ integrationId }) => integrationId === 'sync_http_json');
    expect(http).toMatchObject({ canStartRun: false, hasCredentials: false, isEnabled: false });
  });

  it('that accepts single items counts the refused ones', async () => {
    const caller = await aTenant();
    const sink = await startSink();
    sinks.push(sink);
    await save(caller, 'sync_http_json', { baseUrl: sink.url, token: 'secret' });
    await turn(caller, 'sync_http_json', { isEnabled: true });
    for (const number of [1, 2])
      await caller.api.post('/api/entities/records', { body: { entityType, fields: { number } } });
    sink.respond(() => ({ status: 200, body: '{}' }));
    const body = { integrationId: 'sync_http_json', direction: 'export', batchSize: 1 };
    const run = await synced(caller, body);
    expect(run).toMatchObject({ status: 'completed', updatedCount: 2 });
    // Unchanged items are not sent again.
    expect(await synced(caller, body)).toMatchObject({ updatedCount: 0, skippedCount: 2 });
    sink.respond(() => ({ status: 400, body: '{"error":"No."}' }));
    await caller.api.post('/api/entities/records', { body: { entityType, fields: { number: 3 } } });
    const failing = await synced(caller, body);
    expect(failing.updatedCount).toBe(0);
  });
});
