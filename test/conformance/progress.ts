import { expect } from 'vitest';
import {
  activityOf,
  announce,
  progressPath,
  readWork,
  report,
  someWork,
  workListed,
  workPath,
} from '../support/builders/progress.ts';
import type { TestCaller } from '../support/builders/tenants.ts';
import { listen } from '../support/clients/event-stream.ts';
import { conformance } from './support/conformance.ts';
import { expectHidden } from './support/rules.ts';
import { aCaller, aKey, aSibling, aTenant, aTenantWithEvents } from './support/stage.ts';

const { proves, unproved } = conformance('progress');

const cancel = ({ api }: TestCaller, id: string) => api.delete(workPath(id));
const idsOf = async (caller: TestCaller, query = '') =>
  (await workListed(caller, query)).items.map(({ id }) => id);

proves('created', async () => {
  const caller = await aCaller();
  const id = await announce(caller, { meta: { season: 'spring' } });
  const { tenantId, organizationId } = caller;
  const counts = { progressPercent: 0, processedCount: 0, totalCount: 100 };
  const unknown = { startedAt: null, heartbeatAt: null, startedByUserId: null };
  expect(await readWork(caller, id)).toMatchObject({
    ...{ status: 'pending', meta: { season: 'spring' }, tenantId, organizationId, ...counts, ...unknown },
  });
});

proves('running', async () => {
  const caller = await aCaller();
  const id = await announce(caller, { meta: { season: 'spring' } });
  expect(await report(caller, id, { processedCount: 20 })).toMatchObject({ status: 'pending' });
  await report(caller, id, { status: 'running' });
  expect(await report(caller, id, { processedCount: 40, meta: { page: 3 } })).toEqual({
    ...{ ok: true, progressPercent: 40, status: 'running', cancelRequested: false },
  });
  const meta = { season: 'spring', page: 3 };
  expect((await activityOf(caller)).active).toMatchObject([
    { id, status: 'running', processedCount: 40, meta, etaSeconds: expect.any(Number) },
  ]);
});

proves('completed', async () => {
  const caller = await aCaller();
  const id = await announce(caller);
  await report(caller, id, { status: 'running' });
  await report(caller, id, { status: 'completed', resultSummary: { rows: 99 } });
  expect(await readWork(caller, id)).toMatchObject({
    ...{ status: 'completed', progressPercent: 100, etaSeconds: 0, resultSummary: { rows: 99 } },
    finishedAt: expect.any(String),
  });
  const recentlyCompleted = [{ id, status: 'completed' }];
  expect(await activityOf(caller)).toMatchObject({ active: [], recentlyCompleted });
});

proves('ended', async () => {
  const caller = await aCaller();
  const id = await announce(caller);
  await report(caller, id, { status: 'failed', errorMessage: 'The index is full.' });
  const before = await readWork(caller, id);
  expect(before).toMatchObject({ status: 'failed', errorMessage: 'The index is full.' });
  const late = await report(caller, id, { status: 'completed', processedCount: 50 });
  expect(late).toMatchObject({ ok: true, status: 'failed', progressPercent: 0 });
  expect(await readWork(caller, id)).toEqual(before);
});

proves('cancelled-pending', async () => {
  const caller = await aCaller();
  const id = await announce(caller);
  await report(caller, id, { processedCount: 50 });
  expect((await cancel(caller, id)).body).toEqual({ ok: true });
  expect(await readWork(caller, id)).toMatchObject({ status: 'cancelled', progressPercent: 50 });
  expect(await activityOf(caller)).toEqual({ active: [], recentlyCompleted: [] });
});

proves('cancel-requested', async () => {
  const caller = await aCaller();
  const id = await announce(caller);
  await report(caller, id, { status: 'running' });
  const requested = { status: 'running', cancelRequestedAt: expect.any(String) };
  for (const _ of ['first', 'again']) {
    expect((await cancel(caller, id)).status).toBe(200);
    expect(await readWork(caller, id)).toMatchObject(requested);
  }
  expect(await report(caller, id, { processedCount: 60 })).toMatchObject({ cancelRequested: true });
  await report(caller, id, { status: 'cancelled' });
  expect(await readWork(caller, id)).toMatchObject({ status: 'cancelled', processedCount: 60 });
});

proves('not-cancellable', async () => {
  const caller = await aCaller();
  const ended = await announce(caller);
  await report(caller, ended, { status: 'completed' });
  const refusal = { status: 400, body: { error: 'Cannot cancel this job' } };
  for (const id of [ended, await announce(caller, { cancellable: false })])
    expect(await cancel(caller, id)).toMatchObject(refusal);
});

proves('refused', async () => {
  const { api } = await aCaller();
  const refused: [string, object][] = [
    ['jobType', { jobType: 'data_sync:import' }],
    ['jobType', { jobType: 'webhooks:replay' }],
    ['totalCount', { totalCount: -5 }],
    ['meta', { meta: { text: 'x'.repeat(16_384) } }],
  ];
  for (const [field, overrides] of refused) {
    const { status, body } = await api.post(progressPath, { body: someWork({ ...overrides }) });
    expect([status, body.details]).toEqual([400, [{ field, message: expect.any(String) }]]);
  }
});

proves('meta', async () => {
  const caller = await aCaller();
  const id = await announce(caller, { meta: { a: 'x'.repeat(10_000) } });
  const put = (meta: object) => caller.api.put(workPath(id), { body: { meta } });
  expect((await put({ b: 'x'.repeat(10_000) })).status).toBe(400);
  await Promise.all(Array.from({ length: 6 }, (_, n) => put({ [`w${n}`]: n })));
  expect(Object.keys((await readWork(caller, id)).meta ?? {})).toHaveLength(7);
});

proves('if-match', async () => {
  const caller = await aCaller();
  const id = await announce(caller);
  const headers = { 'if-match': String((await caller.api.get(workPath(id))).headers.get('etag')) };
  const put = (processedCount: number) => caller.api.put(workPath(id), { body: { processedCount }, headers });
  const answers = [await put(10), await put(20), await caller.api.delete(workPath(id), { headers })];
  expect(answers.map(({ status }) => status)).toEqual([200, 412, 412]);
  expect(await readWork(caller, id)).toMatchObject({ processedCount: 10, status: 'pending' });
});

proves('stream', async () => {
  const caller = await aTenantWithEvents();
  await using stream = await listen(caller);
  const id = await announce(caller);
  for (const change of [{ status: 'running' }, { processedCount: 50 }, { status: 'completed' }])
    await report(caller, id, change);
  await stream.until(() => stream.frames().length === 4);
  const received = new Map(stream.frames().map(({ data }) => [data.id, data.payload]));
  const events = ['completed', 'created', 'started', 'updated'].map((event) => `progress.job.${event}`);
  expect([...received.keys()].toSorted()).toEqual(events);
  const updated = { jobId: id, progressPercent: 50, status: 'running' };
  expect(received.get('progress.job.updated')).toMatchObject(updated);
});

proves('hidden', async () => {
  const caller = await aCaller();
  const id = await announce(caller);
  const strangers = [await aTenant(), await aSibling(caller)];
  const reaches = [
    ({ api }: TestCaller, of: string) => api.get(workPath(of)),
    ({ api }: TestCaller, of: string) => api.put(workPath(of), { body: {} }),
    cancel,
  ];
  await expectHidden(strangers, reaches, id);
  for (const stranger of strangers) {
    expect(await activityOf(stranger)).toEqual({ active: [], recentlyCompleted: [] });
    expect(await idsOf(stranger, 'includeCompleted=true')).toEqual([]);
  }
  expect(await readWork(caller, id)).toMatchObject({ status: 'pending', processedCount: 0 });
});

proves('organizations', async () => {
  const north = await aTenant();
  const ids = [await announce(north), await announce(await aSibling(north))];
  const { api } = await aKey({ ...north, features: ['progress.view'], organizations: null });
  const headers = { cookie: 'svc_selected_org=__all__' };
  const { body } = await api.get<{ active: { id: string }[] }>('/api/progress/active', { headers });
  expect(body.active.map(({ id }) => id)).toEqual(ids.toReversed());
});

proves('states-listed', async () => {
  const caller = await aCaller();
  const [pending, failed, cancelled] = [
    await announce(caller),
    await announce(caller),
    await announce(caller),
  ];
  await report(caller, failed, { status: 'failed' });
  await cancel(caller, cancelled);
  const { finishedAt } = await readWork(caller, cancelled);
  const found: [string, string[]][] = [
    ['', [pending]],
    ['status=cancelled', [cancelled]],
    ['status=pending,%20cancelled', [cancelled, pending]],
    ['includeCompleted=true', [cancelled, failed, pending]],
    ['includeCompleted=true&sortField=createdAt&sortDir=asc', [pending, failed, cancelled]],
    [`includeCompleted=true&completedSince=${finishedAt}`, [cancelled]],
    [`completedSince=${finishedAt}`, [cancelled]],
    [`status=running&completedSince=${finishedAt}`, []],
  ];
  for (const [query, ids] of found) expect(await idsOf(caller, query), query).toEqual(ids);
  expect((await caller.api.get(`${progressPath}?status=done`)).status).toBe(400);
});

proves('parts', async () => {
  const caller = await aCaller();
  const parentJobId = await announce(caller);
  const parts: string[] = [];
  for (const partitionIndex of [0, 1])
    parts.push(await announce(caller, { parentJobId, partitionIndex, partitionCount: 2 }));
  await report(caller, parts[0] ?? '', { status: 'completed' });
  const { active, recentlyCompleted } = await activityOf(caller);
  expect([active.map(({ id }) => id), recentlyCompleted]).toEqual([[parentJobId], []]);
  expect(await idsOf(caller, `parentJobId=${parentJobId}&includeCompleted=true`)).toEqual(parts.toReversed());
  expect((await workListed(caller)).total).toBe(2);
});

proves('search', async () => {
  const caller = await aCaller();
  const ids: string[] = [];
  for (const name of ['Alpha 1', 'alpha 2', 'Beta'])
    ids.push(await announce(caller, { name, jobType: name }));
  const found = await workListed(caller, 'search=ALPHA&pageSize=1&page=2');
  expect(found).toMatchObject({ total: 2, totalPages: 2, items: [{ id: ids[0] }] });
  expect(await idsOf(caller, 'jobType=Beta')).toEqual([ids[2]]);
});

unproved('lost', 'Nothing less than a minute of silence shows it.');
