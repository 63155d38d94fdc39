/** Conformance cases of sync: schedules. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { turn } from '../../support/builders/integrations.ts';
import { endedRuns, findJob, jobsPath, triggerPath, undoPath } from '../../support/builders/scheduler.ts';
import {
  aSchedule,
  schedule,
  schedulePath,
  schedulesListed,
  schedulesPath,
} from '../../support/builders/sync-schedules.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { aCaller, aKey, aSibling, aTenant } from '../support/stage.ts';
import { aBusyRun, aSource, counts, jsonIntegration, rows, runWith } from '../support/sync-source.ts';

const { proves } = casesOf('sync');

const read = async ({ api }: TestCaller, id: string) => (await api.get(schedulePath(id))).body;

async function trigger({ api }: TestCaller, id: string): Promise<void> {
  const answer = await api.post(triggerPath, { body: { id } });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
}

proves('schedule-job', async () => {
  const caller = await aCaller();
  const saved = await schedule(caller, { timezone: 'europe/paris', fullSync: true });
  expect(saved).toEqual({
    ...{ ...aSchedule(), id: expect.any(String), timezone: 'Europe/Paris', fullSync: true },
    ...{ isEnabled: true, scheduledJobId: saved.id, lastRunAt: null },
    nextRunAt: expect.stringMatching(/^\d{4}-01-01T02:00:00/),
    ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
  });
  expect(await read(caller, saved.id)).toEqual(saved);
  const about = { sourceType: 'module', sourceModule: 'data_sync', scopeType: 'organization' };
  const job = { ...about, targetCommand: 'data_sync.run' };
  expect(await findJob(caller, saved.id)).toMatchObject(job);
  const defaults = { timezone: 'UTC', fullSync: false, isEnabled: true };
  expect(await schedule(caller, { direction: 'export' })).toMatchObject(defaults);
});

proves('one-schedule', async () => {
  const caller = await aCaller();
  const first = await schedule(caller, { fullSync: true });
  const again = await schedule(caller, { scheduleType: 'interval', scheduleValue: '6h' });
  expect(again).toMatchObject({ id: first.id, scheduleValue: '6h', fullSync: false });
  const parallel = await Promise.all([1, 2, 3].map(() => schedule(caller, { entityType: 'crm.order' })));
  expect(new Set(parallel.map(({ id }) => id)).size).toBe(1);
  const jobs = await caller.api.get<{ meta: { total: number } }>(jobsPath);
  expect(jobs.body.meta.total).toBe(2);
});

proves('schedule-filters', async () => {
  const caller = await aCaller();
  const [first, other] = [await schedule(caller), await schedule(caller, { direction: 'export' })];
  const idsOf = async (query: string) => (await schedulesListed(caller, query)).items.map(({ id }) => id);
  expect(await idsOf('')).toEqual([other.id, first.id]);
  expect(await idsOf('direction=export')).toEqual([other.id]);
  for (const query of ['entityType=crm.order', 'isEnabled=false', 'direction=import&integrationId=other'])
    expect(await idsOf(query), query).toEqual([]);
});

proves(
  'schedule-problems',
  [
    [422, { scheduleValue: 'invalid cron!@#' }],
    [422, { scheduleType: 'interval', scheduleValue: 'not-a-number' }],
    [400, { timezone: 'Europe/Atlantis' }],
    [404, { integrationId: 'unknown' }],
  ] as const,
  async ([status, overrides]) => {
    const { api } = await aCaller();
    expect((await api.post(schedulesPath, { body: aSchedule(overrides) })).status).toBe(status);
    expect((await schedulesListed({ api })).total).toBe(0);
    expect((await api.get<{ meta: { total: number } }>(jobsPath)).body.meta.total).toBe(0);
  },
);

proves('schedule-changes', async () => {
  const caller = await aCaller();
  const saved = await schedule(caller, { timezone: 'Europe/Paris' });
  for (const body of [{ scheduleValue: '99 * * * *' }, {}, { scheduleType: 'interval' }]) {
    const { status } = await caller.api.put(schedulePath(saved.id), { body });
    expect([400, 422]).toContain(status);
  }
  const again = await caller.api.post(schedulesPath, { body: aSchedule({ scheduleValue: '99 * * * *' }) });
  expect(again.status).toBe(422);
  expect(await read(caller, saved.id)).toEqual(saved);
  const off = await caller.api.put(schedulePath(saved.id), { body: { isEnabled: false } });
  const updatedAt = expect.any(String);
  expect(off.body).toEqual({ ...saved, isEnabled: false, nextRunAt: null, updatedAt });
  const full = await caller.api.put(schedulePath(saved.id), { body: { fullSync: true } });
  expect(full.body).toEqual({ ...saved, isEnabled: false, nextRunAt: null, fullSync: true, updatedAt });
  const headers = { 'if-match': '"0"' };
  expect((await caller.api.post(schedulesPath, { body: aSchedule(), headers })).status).toBe(412);
});

const removals = {
  'as a schedule': ({ api }: TestCaller, id: string) => api.delete(schedulePath(id)),
  'as a job': ({ api }: TestCaller, id: string) => api.delete(`${jobsPath}?id=${id}`),
};

proves('schedule-deleted', ['as a schedule', 'as a job'] as const, async (way) => {
  const caller = await aCaller();
  const { id } = await schedule(caller);
  expect((await removals[way](caller, id)).status).toBe(200);
  expect((await caller.api.get(schedulePath(id))).status).toBe(404);
  expect(await findJob(caller, id)).toBeUndefined();
  expect((await schedulesListed(caller)).total).toBe(0);
  const next = await schedule(caller);
  expect(next.id).not.toBe(id);
  const undone = await caller.api.post(undoPath, { body: { id } });
  expect(undone).toMatchObject({ status: 409, body: { code: 'job_replaced' } });
  expect((await schedulesListed(caller)).items.map((one) => one.id)).toEqual([next.id]);
});

proves('schedule-restored', ['as a schedule', 'as a job'] as const, async (way) => {
  const caller = await aCaller();
  const saved = await schedule(caller, { fullSync: true });
  await removals[way](caller, saved.id);
  expect((await caller.api.post(undoPath, { body: { id: saved.id } })).status).toBe(200);
  const restored = { ...saved, updatedAt: expect.any(String) };
  expect((await schedulesListed(caller)).items).toEqual([restored]);
  expect((await schedule(caller, { fullSync: true })).id).toBe(saved.id);
});

proves('schedule-command', async () => {
  const caller = await aCaller();
  const { id } = await schedule(caller);
  const planner = await aKey({ ...caller, features: ['scheduler.jobs.view', 'scheduler.jobs.manage'] });
  const job = await findJob(planner, id);
  const moved = await planner.api.put(jobsPath, { body: { ...job, scheduleValue: '0 4 1 1 *' } });
  expect(moved.status).toBe(200);
  expect(await read(caller, id)).toMatchObject({ scheduleValue: '0 4 1 1 *' });
  const other = await planner.api.put(jobsPath, { body: { ...job, targetPayload: { a: 1 } } });
  expect(other.status).toBe(400);
  expect(other.body.details).toEqual([{ field: 'targetPayload', message: 'is set by the module data_sync' }]);
});

proves('schedule-rights', async () => {
  const caller = await aCaller();
  const planner = await aKey({ ...caller, features: ['data_sync.configure'] });
  const answer = await planner.api.post(schedulesPath, { body: aSchedule() });
  expect(answer).toMatchObject({ status: 403, body: { code: 'rights_exceeded' } });
  expect((await schedulesListed(caller)).total).toBe(0);
});

proves('schedules-isolated', async () => {
  const caller = await aCaller();
  const { id } = await schedule(caller);
  for (const { api } of [await aSibling(caller), await aTenant()]) {
    const ask = async (path: string) => {
      const put = await api.put(path, { body: { isEnabled: false } });
      const answers = [await api.get(path), put, await api.delete(path)];
      return answers.map(({ status, body }) => [status, body.code, body.error]);
    };
    const tried = await ask(schedulePath(id));
    expect(tried).toEqual(await ask(schedulePath(randomUUID())));
    expect(tried.map(([status]) => status)).toEqual([404, 404, 404]);
    expect((await schedulesListed({ api })).total).toBe(0);
  }
  expect(await read(caller, id)).toMatchObject({ isEnabled: true });
});

proves('scheduled-run', ['import', 'export'] as const, async (direction) => {
  const source = await aSource(rows(1));
  const { caller } = source;
  const { id } = await schedule(caller, { direction });
  await trigger(caller, id);
  const [execution] = await endedRuns(caller, id);
  expect(execution).toMatchObject({ state: 'completed', result: { runId: expect.any(String) } });
  const run = await runWith(caller, Object(execution?.result).runId, 'completed');
  const imported = direction === 'import' ? 1 : 0;
  expect(run).toMatchObject({ ...counts(imported), direction, triggeredBy: 'scheduler' });
  const { body: job } = await caller.api.get(`/api/progress/jobs/${run.progressJobId}`);
  expect(job).toMatchObject({ jobType: `data_sync:${direction}`, startedByUserId: null });
  expect(await read(caller, id)).toMatchObject({ lastRunAt: expect.any(String) });
});

proves('skipped-run', async () => {
  const source = await aSource(rows(1));
  const { caller } = source;
  const { id } = await schedule(caller);
  await turn(caller, jsonIntegration, { isEnabled: false });
  await trigger(caller, id);
  const [off] = await endedRuns(caller, id);
  expect(off).toMatchObject({ state: 'completed', result: { skipped: 'integration_disabled' } });
  await turn(caller, jsonIntegration, { isEnabled: true });
  const { release } = await aBusyRun(source);
  await trigger(caller, id);
  const [overlap] = await endedRuns(caller, id, 2);
  expect(overlap).toMatchObject({ state: 'completed', result: { skipped: 'overlap' } });
  expect(await read(caller, id)).toMatchObject({ lastRunAt: null });
  release({ body: '{"items":[],"nextCursor":null}' });
});
