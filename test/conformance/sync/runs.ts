/** Conformance cases of sync: what imports and exports do, and how runs end. */
import { expect } from 'vitest';
import { logsOf, rowOf, save, turn } from '../../support/builders/integrations.ts';
import { failuresOf } from '../../support/builders/sync-runs.ts';
import { casesOf } from '../support/conformance.ts';
import { aTenantWithEvents } from '../support/stage.ts';
import {
  aBusyRun,
  aSource,
  type Body,
  counts,
  entityType,
  jsonIntegration,
  makeRecord,
  map,
  type Row,
  readRun,
  recordsIn,
  rows,
  runsPath,
  runWith,
  startRun,
  token,
} from '../support/sync-source.ts';

const { proves } = casesOf('sync');

const customer = (id: string, more: Body = {}): Row => ({ id, name: id, ...more });
const recordsPath = '/api/entities/records';

proves('import-once', async () => {
  const source = await aSource(rows(25));
  const { caller } = source;
  expect(await source.sync({ batchSize: 10 })).toMatchObject({ ...counts(25), batchesCompleted: 3 });
  const paths = source.sink.requests.map(({ path }) => path);
  const cursors = paths.map((path) => new URL(path, 'http://api').searchParams.get('cursor'));
  expect(cursors).toEqual([null, '10', '20']);
  const found = await recordsIn(caller);
  expect(new Set(found.map(({ externalId }) => externalId)).size).toBe(25);
  expect(found.map(({ fields }) => fields)).toContainEqual({ name: 'Customer 25' });
  const audit = `/api/audit_logs/actions?resource=crm.customer&resourceId=${found[0]?.id}`;
  expect((await caller.api.get<{ total: number }>(audit)).body.total).toBe(1);
});

proves('unchanged-skipped', async () => {
  const source = await aSource(rows(3));
  await source.sync();
  source.items = [...rows(2), customer('C-3', { name: 'Ada' })];
  expect(await source.sync()).toMatchObject({ ...counts(0, 1, 2), lastError: null });
  expect(await source.sync({ fullSync: true })).toMatchObject({ ...counts(0, 0, 3), fullSync: true });
  const found = await recordsIn(source.caller);
  expect(found.map(({ version, fields }) => [version, fields.name])).toEqual([
    [1, 'Customer 1'],
    [1, 'Customer 2'],
    [2, 'Ada'],
  ]);
});

proves('deleted-recreated', async () => {
  const source = await aSource(rows(2));
  await source.sync();
  const [first] = await recordsIn(source.caller);
  await source.caller.api.delete(`${recordsPath}?id=${first?.id}`);
  expect(await source.sync({ fullSync: true })).toMatchObject(counts(1, 0, 1));
});

proves('match-external-id', async () => {
  const source = await aSource(rows(2));
  const id = await makeRecord(source.caller, { externalId: 'C-1', fields: { name: 'Old', phone: '1' } });
  expect(await source.sync()).toMatchObject(counts(1, 1));
  const [found] = await recordsIn(source.caller);
  expect(found).toMatchObject({ id, fields: { name: 'Customer 1', phone: '1' } });
  const address = { street: 'Hauptstr. 5' };
  await source.caller.api.put(recordsPath, { body: { id, fields: { address } } });
  await map(source.caller, { fields: [{ externalField: 'city', localField: 'address.city' }] });
  source.items = [{ id: 'C-1', city: 'Bonn' }];
  expect(await source.sync()).toMatchObject(counts(0, 1));
  const [changed] = await recordsIn(source.caller);
  expect(changed).toMatchObject({ fields: { address: { ...address, city: 'Bonn' } } });
});

proves('match-field', async () => {
  const source = await aSource([
    { id: '1', email: 'ada@X.example', name: 'Ada' },
    { id: '2', email: 'bob@example.com' },
    { id: '3', email: 'new@example.com' },
  ]);
  const { caller } = source;
  await map(caller, { otherFields: 'keep', matchStrategy: 'email' });
  const id = await makeRecord(caller, { externalId: 'L-1', fields: { email: 'Ada@x.example', age: 36 } });
  await makeRecord(caller, { fields: { email: 'bob@example.com' } });
  await makeRecord(caller, { fields: { email: 'BOB@example.com' } });
  const run = await source.sync();
  expect(run).toMatchObject(counts(1, 1, 0, 1));
  const found = await recordsIn(caller);
  expect(found).toHaveLength(4);
  const matched = { email: 'ada@X.example', age: 36, name: 'Ada' };
  expect(found.find((one) => one.id === id)?.fields).toEqual(matched);
  expect(await failuresOf(caller, run)).toMatchObject([{ externalId: '2' }]);
});

proves('failed-items', async () => {
  const source = await aSource([
    customer('C-1'),
    'no object',
    { name: 'without id' },
    customer('C-9', { cf_unknown: 1 }),
    customer('C-2'),
    customer('C-1'),
  ]);
  const { caller } = source;
  const run = await source.sync();
  expect(run).toMatchObject({ status: 'completed', ...counts(2, 0, 1, 3) });
  const path = `${runsPath}/${run.id}/failures`;
  const { body } = await caller.api.get<{ items: Body[]; total: number }>(path);
  expect(body).toMatchObject({
    total: 3,
    items: [
      { batch: 1, externalId: null, error: 'Item 2 of the page is not an object.', data: 'no object' },
      { externalId: null, data: { name: 'without id' } },
      { externalId: 'C-9', error: 'cf_unknown is not a defined custom field' },
    ],
  });
  const search = await caller.api.get<{ total: number }>(`${path}?search=CUSTOM`);
  expect(search.body.total).toBe(1);
  expect((await caller.api.get<{ total: number }>(`${path}?id=C-9`)).body.total).toBe(1);
  const csv = await caller.api.get<string>(`${path}?format=csv`);
  expect(csv.body.trim().split('\n')).toHaveLength(4);
  const entry = { code: 'sync_items_failed', message: '3 items of batch 1 failed' };
  expect(await logsOf(caller, `runId=${run.id}&level=error`)).toMatchObject([entry]);
});

proves('max-failures', async () => {
  const source = await aSource([...rows(9), 'bad', 'bad', ...rows(20)]);
  expect(await source.sync({ maxFailures: 2, batchSize: 10 })).toMatchObject({ status: 'completed' });
  const failed = await source.sync({ maxFailures: 1, batchSize: 10 });
  const ended = { status: 'failed', lastError: 'More than 1 items failed.', batchesCompleted: 2 };
  expect(failed).toMatchObject({ ...ended, progressJob: { status: 'failed' } });
  expect(await logsOf(source.caller, `runId=${failed.id}&search=sync_run_failed`)).toHaveLength(1);
});

proves('nothing-stored', async () => {
  const source = await aSource();
  const { caller } = source;
  const held = 'Nothing was imported: of 3 rows, 1 failed and the condition of the mapping held back 2.';
  const expected: readonly [items: unknown[], lastError: string | null][] = [
    [[], 'The source has no rows: nothing was imported.'],
    [['bad', 'bad'], 'Nothing was imported: of 2 rows, 2 failed.'],
    [['bad', customer('held'), customer('held too')], held],
    [['bad', customer('kept')], null],
  ];
  await map(caller, { condition: { field: 'name', operator: '=', value: 'kept' } });
  for (const [items, lastError] of expected) {
    source.items = items;
    const { id } = await source.sync();
    expect(await readRun(caller, id)).toMatchObject({ status: 'completed', lastError });
    const list = await caller.api.get<{ items: Body[] }>(`${runsPath}?id=${id}`);
    expect(list.body.items).toMatchObject([{ id, lastError }]);
    const message = ['Sync run completed', ...(lastError === null ? [] : [lastError])].join(': ');
    const logs = await logsOf(caller, `runId=${id}&search=sync_run_completed`);
    expect(logs).toMatchObject([{ message }]);
  }
});

proves('names-are-data', async () => {
  const source = await aSource();
  const { caller } = source;
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
  for (const [index, name] of names.entries()) {
    const about = { entityType: `crm.names${index}` };
    const item = (value: string) => JSON.parse(`{"id":"1","${name}":${value}}`);
    const stored = async () =>
      (await recordsIn(caller, about.entityType)).map(({ fields }) => JSON.stringify(fields));
    await map(caller, { condition: { field: `${name}.in`, operator: '=', value: true } }, about);
    source.items = [item('{"in":true,"n":1}'), JSON.parse(`{"id":"2","${name}":7}`)];
    expect(await source.sync(about)).toMatchObject({ heldBackCount: 1, ...counts(1) });
    expect(await stored()).toEqual([`{"${name}":{"in":true,"n":1}}`]);
    source.items = [item('{"in":true,"n":2}')];
    expect(await source.sync(about)).toMatchObject(counts(0, 1));
    expect(await stored()).toEqual([`{"${name}":{"in":true,"n":2}}`]);
  }
});

proves('held-back', async () => {
  const source = await aSource(rows(25));
  const { caller } = source;
  const unfiltered = await source.sync({ entityType: 'crm.other' });
  expect(unfiltered).not.toHaveProperty('heldBackCount');
  await map(caller, { condition: { field: 'name', operator: 'ENDS_WITH', value: '7' } });
  const run = await source.sync();
  const progressJob = { progressPercent: 100, processedCount: 25 };
  expect(run).toMatchObject({ heldBackCount: 23, ...counts(2), progressJob });
  expect(await recordsIn(caller)).toHaveLength(2);
  await makeRecord(caller, { fields: { name: 'Customer 8' } });
  await map(caller, {
    fields: [{ externalField: 'Name', localField: 'name' }],
    condition: { field: 'Name', operator: 'ENDS_WITH', value: '17' },
  });
  const exported = await source.sync({ direction: 'export' });
  expect(exported).toMatchObject({ heldBackCount: 2, ...counts(0, 1) });
  expect(source.received).toEqual([{ items: [{ id: 'C-17', Name: 'Customer 17' }] }]);
});

proves('source-error', async () => {
  const source = await aSource(rows(25));
  source.answer = ({ path }) => (path.includes('cursor=20') ? { status: 404 } : undefined);
  const failed = await source.sync({ batchSize: 10 });
  expect(failed).toMatchObject({
    ...{ status: 'failed', lastError: 'The API returns 404.', ...counts(20), cursor: '20' },
    ...{ batchesCompleted: 2, finishedAt: expect.any(String) },
  });
  delete source.answer;
  source.items = rows(20);
  expect(await source.sync()).toMatchObject({ initialCursor: '20', lastError: null, ...counts() });
});

proves('retry-continues', async () => {
  const source = await aSource(rows(25));
  const { caller } = source;
  source.answer = ({ path }) => (path.includes('cursor=20') ? { status: 404 } : undefined);
  const { id } = await source.sync({ batchSize: 10 });
  delete source.answer;
  const retry = async (body: Body) => {
    const answer = await caller.api.post(`${runsPath}/${id}/retry`, { body });
    expect(answer).toMatchObject({ status: 201, body: { progressJobId: expect.any(String) } });
    return runWith(caller, answer.body.id, 'completed');
  };
  const about = { retryOf: id, batchSize: 10 };
  expect(await retry({})).toMatchObject({ ...about, initialCursor: '20', ...counts(5) });
  expect(await retry({ fromBeginning: true })).toMatchObject({
    ...{ ...about, initialCursor: null, ...counts(0, 0, 25) },
  });
});

proves('endless-source', async () => {
  const source = await aSource();
  source.answer = () => ({ body: '{"items":[],"nextCursor":"here"}' });
  const run = await source.sync();
  expect(run).toMatchObject({ status: 'failed', lastError: expect.stringContaining('never end') });
});

proves('cancel-active', async () => {
  const source = await aSource(rows(25));
  const { caller } = source;
  const { id, release } = await aBusyRun(source, { batchSize: 10 });
  const busy = { code: 'sync_run_state', status: 'running' };
  expect((await caller.api.post(`${runsPath}/${id}/retry`)).body).toMatchObject(busy);
  const answer = await caller.api.post(`${runsPath}/${id}/cancel`);
  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  const progressJob = { status: 'cancelled', etaSeconds: 0 };
  expect(await readRun(caller, id)).toMatchObject({ status: 'cancelled', progressJob });
  release({ body: JSON.stringify({ items: rows(10), nextCursor: '10' }) });
  await expect.poll(async () => readRun(caller, id)).toMatchObject(counts(10));
  expect(source.sink.requests).toHaveLength(1);
  const again = await caller.api.post(`${runsPath}/${id}/cancel`);
  expect(again).toMatchObject({ status: 409, body: { code: 'sync_run_state', status: 'cancelled' } });
  expect(await source.sync({ batchSize: 10 })).toMatchObject({ initialCursor: '10', ...counts(15) });
});

proves('cancel-by-job', async () => {
  const source = await aSource(rows(1));
  const { caller } = source;
  const { id, progressJobId, release } = await aBusyRun(source);
  expect((await caller.api.delete(`/api/progress/jobs/${progressJobId}`)).status).toBe(200);
  expect(await readRun(caller, id)).toMatchObject({ status: 'cancelled' });
  release({ body: '{"items":[],"nextCursor":null}' });
});

proves('pause-disabled', async () => {
  const source = await aSource(rows(15), await aTenantWithEvents());
  const { caller } = source;
  const { id, release } = await aBusyRun(source, { batchSize: 10 });
  await turn(caller, jsonIntegration, { isEnabled: false });
  release({ body: JSON.stringify({ items: rows(10), nextCursor: '10' }) });
  expect(await runWith(caller, id, 'paused')).toMatchObject({
    ...{ lastError: 'The integration is disabled.', ...counts(10) },
  });
  expect(await startRun(caller)).toMatchObject({ status: 409, body: { code: 'integration_disabled' } });
  await turn(caller, jsonIntegration, { isEnabled: true });
  expect(await runWith(caller, id, 'completed')).toMatchObject({ ...counts(15), lastError: null });
});

proves('pause-refused', async () => {
  const source = await aSource(rows(15), await aTenantWithEvents());
  const { caller, sink } = source;
  source.answer = ({ headers }) => (headers.authorization === 'Bearer another' ? undefined : { status: 401 });
  const paused = await source.sync({ batchSize: 10 });
  const lastError = 'The integration needs credentials that its provider accepts.';
  expect(paused).toMatchObject({ status: 'paused', finishedAt: null, lastError });
  expect(await rowOf(caller, jsonIntegration)).toMatchObject({ reauthRequired: true });
  expect(await startRun(caller)).toMatchObject({ status: 409, body: { code: 'integration_disabled' } });
  await save(caller, jsonIntegration, { baseUrl: `${sink.url}/v1`, token: 'another' });
  expect(await runWith(caller, paused.id, 'completed')).toMatchObject(counts(15));
});

proves('busy-api', async () => {
  const source = await aSource(rows(15));
  let refusals = 1;
  source.answer = () => (refusals-- > 0 ? { status: 503, headers: { 'retry-after': '0' } } : undefined);
  expect(await source.sync()).toMatchObject({ status: 'completed', ...counts(15) });
});

proves('export-changes', async () => {
  const source = await aSource(rows(25));
  const { caller } = source;
  await source.sync();
  const exported = { direction: 'export', batchSize: 10 };
  const run = await source.sync(exported);
  expect(run).toMatchObject({ ...counts(0, 25), batchesCompleted: 3, lastError: null });
  const ids = source.received.flatMap(({ items }) => items.map(({ id }) => id));
  expect(new Set(ids)).toEqual(new Set(rows(25).map(({ id }) => id)));
  const sent = source.sink.requests.filter(({ method }) => method === 'POST');
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
  source.received.length = 0;
  const [first] = await recordsIn(caller);
  await caller.api.put(recordsPath, { body: { id: first?.id, fields: { name: 'new' } } });
  expect(await source.sync(exported)).toMatchObject({ updatedCount: 1 });
  expect(source.received).toEqual([{ items: [{ id: first?.externalId, name: 'new' }] }]);
  expect(await source.sync({ ...exported, fullSync: true })).toMatchObject(counts(0, 0, 25));
  await save(caller, jsonIntegration, { baseUrl: `${source.sink.url}/v2`, token });
  expect(await source.sync(exported)).toMatchObject(counts(0, 25));
});

proves('refused-items', async () => {
  const source = await aSource();
  const { caller } = source;
  const good = await makeRecord(caller, { fields: { name: 'good' } });
  const bad = await makeRecord(caller, { fields: { name: 'bad' } });
  const results = [
    { id: good, externalId: 77 },
    { id: bad, error: `Not ${token}.` },
  ];
  source.answer = () => ({ body: JSON.stringify({ results }) });
  const run = await source.sync({ direction: 'export' });
  expect(run).toMatchObject({ status: 'completed', ...counts(0, 1, 0, 1) });
  const failure = { localId: bad, error: 'Not [removed].', data: { name: 'bad' } };
  expect(await failuresOf(caller, run)).toMatchObject([failure]);
  delete source.answer;
  await caller.api.put(recordsPath, { body: { id: good, fields: { name: 'better' } } });
  expect(await source.sync({ direction: 'export' })).toMatchObject({ updatedCount: 2, failedCount: 0 });
  const sent = source.received.flatMap(({ items }) => items);
  expect(sent.toSorted((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual([
    { id: bad, name: 'bad' },
    { id: '77', name: 'better' },
  ]);
});

proves('refused-batch', async () => {
  const source = await aSource();
  await makeRecord(source.caller, { fields: { name: 'one' } });
  const lastError = 'Nothing was exported: of 1 rows, 1 failed.';
  const refused = { status: 'completed', ...counts(0, 0, 0, 1), lastError };
  for (const status of [400, 409, 413, 422]) {
    source.answer = () => ({ status, body: '{"error":"No."}' });
    expect(await source.sync({ direction: 'export' }), `${status}`).toMatchObject(refused);
  }
});

proves('long-ids', async () => {
  const source = await aSource();
  const id = await makeRecord(source.caller, { fields: { name: 'one' } });
  source.answer = () => ({ body: JSON.stringify({ results: [{ id, externalId: 'x'.repeat(5_000) }] }) });
  const run = await source.sync({ direction: 'export' });
  expect(run).toMatchObject({ status: 'completed', ...counts(0, 0, 0, 1) });
  expect(source.sink.requests).toHaveLength(1);
});

proves('undefined-custom-fields', async () => {
  const source = await aSource();
  const { api } = source.caller;
  const definition = { entityType, key: 'size', kind: 'integer' };
  await api.post('/api/entities/definitions', { body: definition });
  const id = await makeRecord(source.caller, { customFields: { size: 7 } });
  await source.sync({ direction: 'export' });
  await api.delete(`/api/entities/definitions?entityType=${entityType}&key=size`);
  await api.put(recordsPath, { body: { id, fields: { name: 'one' } } });
  await source.sync({ direction: 'export' });
  expect(source.received.map(({ items }) => items)).toEqual([[{ id, cf_size: 7 }], [{ id, name: 'one' }]]);
});

proves('run-events', async () => {
  const source = await aSource(rows(1), await aTenantWithEvents());
  const { caller, sink } = source;
  const events: Body[] = [];
  source.answer = ({ path, body }) => {
    if (path !== '/hook') return undefined;
    events.push(JSON.parse(body));
    return { status: 200 };
  };
  const body = { name: 'sync', url: `${sink.url}/hook`, subscribedEvents: ['data_sync.*'] };
  expect(await caller.api.post('/api/webhooks', { body })).toMatchObject({ status: 201 });
  const { id } = await source.sync();
  const types = ['completed', 'requested', 'started'].map((name) => `data_sync.run.${name}`);
  await expect.poll(() => events.map(({ type }) => type).toSorted()).toEqual(types);
  const about = { runId: id, integrationId: jsonIntegration, entityType, direction: 'import' };
  for (const { data } of events) expect(data).toMatchObject({ ...about, tenantId: caller.tenantId });
  expect(events.find(({ type }) => type === types[0])?.data).toMatchObject({ ...counts(1), error: null });
});

proves('run-audit', async () => {
  const source = await aSource(rows(1));
  const { caller } = source;
  const { id } = await source.sync();
  const path = `/api/audit_logs/actions?resource=data_sync.run&resourceId=${id}`;
  const { body } = await caller.api.get<{ items: Body[] }>(path);
  expect(body.items.length).toBeGreaterThan(0);
});
