/** Scheduled syncs. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { save, turn } from '../../support/builders/integrations.ts';
import { readWork } from '../../support/builders/progress.ts';
import {
  bringBackDuring,
  endedRuns,
  executionsPath,
  findJob,
  fire,
  jobsPath,
  schedulesOf,
  undoPath,
} from '../../support/builders/scheduler.ts';
import { aSource, aSync } from '../../support/builders/sync.ts';
import {
  aSchedule,
  schedule,
  schedulePath,
  schedulesListed,
  schedulesPath,
} from '../../support/builders/sync-schedules.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import type { TestResponse } from '../../support/clients/api.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const integrationId = 'sync_http_json';
let sink: Sink;
beforeAll(async () => {
  sink = await startSink();
  const items = [{ id: 'C-1', name: 'Ada' }];
  sink.respond(() => ({ status: 200, body: JSON.stringify({ items, nextCursor: null }) }));
});
afterAll(() => sink.stop());

/** A tenant with a working integration. */
async function aUser(): Promise<TestCaller> {
  const caller = await aTenant();
  await save(caller, integrationId, { baseUrl: `${sink.url}/v1`, token: 'token-of-great-value' });
  await turn(caller, integrationId, { isEnabled: true });
  return caller;
}
const read = async ({ api }: TestCaller, id: string) => (await api.get(schedulePath(id))).body;

describe('a schedule', () => {
  it('is saved as a scheduled job of the module, with its next run', async () => {
    const caller = await aTenant();
    const saved = await schedule(caller, { timezone: 'europe/paris', fullSync: true });
    expect(saved).toEqual({
      ...aSchedule(),
      id: expect.any(String),
      timezone: 'Europe/Paris',
      fullSync: true,
      isEnabled: true,
      scheduledJobId: saved.id,
      lastRunAt: null,
      nextRunAt: expect.stringMatching(/^\d{4}-01-01T02:00:00/),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await read(caller, saved.id)).toEqual(saved);
    expect(await findJob(caller, saved.id)).toMatchObject({
      sourceType: 'module',
      sourceModule: 'data_sync',
      scopeType: 'organization',
      targetCommand: 'data_sync.run',
    });
    expect(await schedulesOf(saved.id)).toHaveLength(1);
  });

  it('exists once per integration, entity type and direction: saved again, it is changed', async () => {
    const caller = await aTenant();
    const first = await schedule(caller, { fullSync: true });
    const again = await schedule(caller, { scheduleType: 'interval', scheduleValue: '6h' });
    expect(again).toMatchObject({ id: first.id, scheduleValue: '6h', fullSync: false });
    const other = await schedule(caller, { direction: 'export' });
    expect((await schedulesListed(caller)).items.map(({ id }) => id)).toEqual([other.id, first.id]);
    expect((await schedulesListed(caller, 'direction=export')).total).toBe(1);
    expect((await schedulesListed(caller, 'entityType=crm.order')).total).toBe(0);
  });

  it('exists once, also after parallel requests', async () => {
    const caller = await aTenant();
    const saved = await Promise.all(Array.from({ length: 4 }, () => schedule(caller)));
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1);
    expect((await schedulesListed(caller)).total).toBe(1);
    expect((await caller.api.get<{ meta: { total: number } }>(jobsPath)).body.meta.total).toBe(1);
  });

  it.each([
    [422, { scheduleValue: 'invalid cron!@#' }],
    [422, { scheduleType: 'interval', scheduleValue: 'not-a-number' }],
    [400, { scheduleType: 'weekly' }],
    [400, { timezone: 'Europe/Atlantis' }],
    [400, { direction: 'sideways' }],
    [404, { integrationId: 'unknown' }],
  ])('returns %d for %j, and saves nothing', async (expected, overrides) => {
    const { api } = await aTenant();
    const { status } = await api.post(schedulesPath, { body: aSchedule(overrides) });
    expect(status).toBe(expected);
    expect((await schedulesListed({ api })).total).toBe(0);
    expect((await api.get<{ meta: { total: number } }>(jobsPath)).body.meta.total).toBe(0);
  });

  it('stays unchanged if a change is refused', async () => {
    const caller = await aTenant();
    const saved = await schedule(caller);
    for (const body of [{ scheduleValue: '99 * * * *' }, {}, { scheduleType: 'interval' }]) {
      const { status } = await caller.api.put(schedulePath(saved.id), { body });
      expect([400, 422]).toContain(status);
    }
    const post = await caller.api.post(schedulesPath, { body: aSchedule({ scheduleValue: '99 * * * *' }) });
    expect(post.status).toBe(422);
    expect(await read(caller, saved.id)).toEqual(saved);
  });

  it('changes only given fields', async () => {
    const caller = await aTenant();
    const saved = await schedule(caller, { timezone: 'Europe/Paris' });
    const off = await caller.api.put(schedulePath(saved.id), { body: { isEnabled: false } });
    const updatedAt = expect.any(String);
    expect(off.body).toEqual({ ...saved, isEnabled: false, nextRunAt: null, updatedAt });
    const full = await caller.api.put(schedulePath(saved.id), { body: { fullSync: true } });
    expect(full.body).toEqual({ ...saved, isEnabled: false, nextRunAt: null, fullSync: true, updatedAt });
    expect(await schedulesOf(saved.id)).toEqual([]);
  });

  it('runs at its latest schedule after several changes', async () => {
    const caller = await aTenant();
    const { id } = await schedule(caller);
    const change = async (body: Record<string, unknown>) =>
      expect((await caller.api.put(schedulePath(id), { body })).status).toBe(200);
    const expressions = async () => (await schedulesOf(id)).map(({ expression }) => expression);
    const atFirst = await expressions();
    await change({ scheduleValue: '0 4 1 1 *' });
    expect(await expressions()).not.toEqual(atFirst);
    await change({ isEnabled: false });
    expect(await expressions()).toEqual([]);
    // Times within a minute are delayed messages in the queue.
    await change({ isEnabled: true, scheduleType: 'interval', scheduleValue: '30s' });
    expect(await expressions()).toHaveLength(1);
    const runs = async () =>
      (await caller.api.get<{ data: unknown[] }>(`${executionsPath(id)}?state=delayed`)).body.data;
    expect((await runs()).length).toBeGreaterThan(0);
    await caller.api.post(schedulesPath, { body: aSchedule({ isEnabled: false }) });
    expect(await expressions()).toEqual([]);
    const often = { scheduleType: 'interval', scheduleValue: '30s' };
    expect((await caller.api.post(schedulesPath, { body: aSchedule(often) })).status).toBe(201);
    expect(await expressions()).toHaveLength(1);
    await caller.api.delete(schedulePath(id));
  });

  it('is not overwritten with an outdated version', async () => {
    const caller = await aTenant();
    const { id } = await schedule(caller);
    const headers = { 'if-match': String((await caller.api.get(schedulePath(id))).headers.get('etag')) };
    const answers = [
      await caller.api.put(schedulePath(id), { body: { fullSync: true }, headers }),
      await caller.api.put(schedulePath(id), { body: { fullSync: false }, headers }),
      await caller.api.post(schedulesPath, { body: aSchedule(), headers }),
      await caller.api.delete(schedulePath(id), { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 412, 412, 412]);
    expect(await read(caller, id)).toMatchObject({ fullSync: true });
  });

  it('is deleted with its job, and can be saved again', async () => {
    const caller = await aTenant();
    const { id } = await schedule(caller);
    expect((await caller.api.delete(schedulePath(id))).body).toEqual({ deleted: true });
    expect((await caller.api.get(schedulePath(id))).status).toBe(404);
    expect(await findJob(caller, id)).toBeUndefined();
    expect(await schedulesOf(id)).toEqual([]);
    expect((await schedule(caller)).id).not.toBe(id);
  });

  it('runs after its job is restored, also during its deletion', async () => {
    const caller = await aTenant();
    const { id } = await schedule(caller);
    await bringBackDuring(caller, id, () => caller.api.delete(schedulePath(id)));
    expect(await schedulesOf(id)).toHaveLength(1);
  });

  it.each<[string, (caller: TestCaller, id: string) => Promise<TestResponse>]>([
    ['as a schedule', ({ api }, id) => api.delete(schedulePath(id))],
    ['as a job', ({ api }, id) => api.delete(`${jobsPath}?id=${id}`)],
  ])('that was deleted %s is shown again after its job is restored', async (_, remove) => {
    const caller = await aTenant();
    const saved = await schedule(caller, { fullSync: true });
    expect((await remove(caller, saved.id)).status).toBe(200);
    expect((await schedulesListed(caller)).total).toBe(0);
    expect((await caller.api.post(undoPath, { body: { id: saved.id } })).status).toBe(200);
    const restored = { ...saved, updatedAt: expect.any(String) };
    expect(await read(caller, saved.id)).toEqual(restored);
    expect((await schedulesListed(caller)).items).toEqual([restored]);
    expect((await schedule(caller, { fullSync: true })).id).toBe(saved.id);
    expect((await caller.api.delete(schedulePath(saved.id))).status).toBe(200);
  });

  it.each<[string, (caller: TestCaller, id: string) => Promise<TestResponse>]>([
    ['as a schedule', ({ api }, id) => api.delete(schedulePath(id))],
    ['as a job', ({ api }, id) => api.delete(`${jobsPath}?id=${id}`)],
  ])('that was deleted %s and saved again has one job: the earlier one stays deleted', async (_, remove) => {
    const caller = await aTenant();
    const { id } = await schedule(caller);
    await remove(caller, id);
    const next = await schedule(caller);
    const undone = await caller.api.post(undoPath, { body: { id } });
    expect([undone.status, undone.body.code]).toEqual([409, 'job_replaced']);
    expect(await findJob(caller, id)).toBeUndefined();
    expect(await schedulesOf(id)).toEqual([]);
    expect((await schedulesListed(caller)).items.map((one) => one.id)).toEqual([next.id]);
    await remove(caller, next.id);
    expect((await caller.api.post(undoPath, { body: { id } })).status).toBe(200);
    expect((await schedulesListed(caller)).items.map((one) => one.id)).toEqual([id]);
  });

  it('is removed when its job is deleted, and can be saved again', async () => {
    const caller = await aTenant();
    const { id } = await schedule(caller);
    await caller.api.delete(`${jobsPath}?id=${id}`);
    expect((await schedulesListed(caller)).total).toBe(0);
    expect((await caller.api.get(schedulePath(id))).status).toBe(404);
    expect((await schedule(caller)).id).not.toBe(id);
  });

  it('keeps its command after other changes of its job', async () => {
    const caller = await aTenant();
    const { id } = await schedule(caller);
    const other = { id, targetPayload: { a: 1 } };
    expect((await caller.api.put(jobsPath, { body: other })).status).toBe(400);
    expect((await caller.api.put(jobsPath, { body: { id, isEnabled: false } })).status).toBe(200);
    expect(await read(caller, id)).toMatchObject({ isEnabled: false });
  });

  it('accepts its whole job as it was read, with another time', async () => {
    const caller = await aTenant();
    const { id } = await schedule(caller);
    const planner = await aKey({ ...caller, features: ['scheduler.jobs.view', 'scheduler.jobs.manage'] });
    const job = await findJob(planner, id);
    const { status } = await planner.api.put(jobsPath, { body: { ...job, scheduleValue: '0 4 1 1 *' } });
    expect(status).toBe(200);
    expect(await read(caller, id)).toMatchObject({ scheduleValue: '0 4 1 1 *' });
    const moved = await planner.api.put(jobsPath, { body: { ...job, targetPayload: { a: 1 } } });
    expect(moved.body.details).toEqual([
      { field: 'targetPayload', message: 'is set by the module data_sync' },
    ]);
  });

  it('needs the right to start runs', async () => {
    const caller = await aTenant();
    const [planner, viewer] = await Promise.all([
      aKey({ ...caller, features: ['data_sync.configure'] }),
      aKey({ ...caller, features: ['data_sync.view', 'data_sync.run'] }),
    ]);
    const answers = [
      await planner.api.post(schedulesPath, { body: aSchedule() }),
      await viewer.api.post(schedulesPath, { body: aSchedule() }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'rights_exceeded'],
      [403, 'missing_feature'],
    ]);
    expect((await schedulesListed(caller)).total).toBe(0);
  });

  it('is unknown to other tenants and organizations', async () => {
    const [caller, stranger] = [await aTenant(), await aTenant()];
    const sibling = await aSibling(caller);
    const { id } = await schedule(caller);
    for (const { api } of [stranger, sibling]) {
      const ask = (path: string) =>
        Promise.all([api.get(path), api.put(path, { body: { isEnabled: false } }), api.delete(path)]);
      const [tried, unknown] = [await ask(schedulePath(id)), await ask(schedulePath(randomUUID()))];
      expect(tried.map(({ status, body }) => [status, body])).toEqual(
        unknown.map(({ status, body }) => [status, body]),
      );
      expect(tried.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect((await schedulesListed({ api })).total).toBe(0);
    }
    expect(await read(caller, id)).toMatchObject({ isEnabled: true });
  });
});

describe('a due schedule', () => {
  it('starts a run as the scheduler, with progress', async () => {
    const caller = await aUser();
    const { id } = await schedule(caller);
    await fire(id);
    const [execution] = await endedRuns(caller, id);
    expect(execution).toMatchObject({ state: 'completed', result: { runId: expect.any(String) } });
    const { runId, progressJobId } = (execution?.result ?? {}) as Record<string, string>;
    const runPath = `/api/data_sync/runs/${runId}`;
    await expect
      .poll(async () => (await caller.api.get(runPath)).body.status, { timeout: 20_000 })
      .toBe('completed');
    expect((await caller.api.get(runPath)).body).toMatchObject({
      triggeredBy: 'scheduler',
      createdCount: 1,
      direction: 'import',
    });
    expect(await readWork(caller, progressJobId ?? '')).toMatchObject({
      status: 'completed',
      jobType: 'data_sync:import',
      startedByUserId: null,
      resultSummary: { createdCount: 1 },
    });
    expect((await read(caller, id)).lastRunAt).toEqual(expect.any(String));
  });

  it('starts exports as well as imports', async () => {
    const caller = await aUser();
    const { id } = await schedule(caller, { direction: 'export' });
    await fire(id);
    const [execution] = await endedRuns(caller, id);
    expect(execution).toMatchObject({ state: 'completed', result: { runId: expect.any(String) } });
  });

  it('starts nothing while the integration is disabled, or a run of the same kind is active', async () => {
    const caller = await aUser();
    const { id } = await schedule(caller);
    await turn(caller, integrationId, { isEnabled: false });
    await fire(id);
    const [off] = await endedRuns(caller, id);
    expect(off).toMatchObject({ state: 'completed', result: { skipped: 'integration_disabled' } });
    expect(await read(caller, id)).toMatchObject({ lastRunAt: null });
    await turn(caller, integrationId, { isEnabled: true });
    // Firings of one job in the same second are one run.
    await caller.api.delete(schedulePath(id));
    const { adapter } = aSource({ items: [] });
    await aSync(caller, { ...adapter, providerKey: 'http_json' }).start({ integrationId });
    const next = await schedule(caller, { scheduleType: 'interval', scheduleValue: '6h' });
    await fire(next.id);
    const [overlap] = await endedRuns(caller, next.id);
    expect(overlap).toMatchObject({ state: 'completed', result: { skipped: 'overlap' } });
    expect(await read(caller, next.id)).toMatchObject({ lastRunAt: null });
  });
});
