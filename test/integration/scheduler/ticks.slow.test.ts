import { describe, expect, inject, it } from 'vitest';
import { functionName } from '../../../lib/aws/names.ts';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import { transact, updateItem } from '../../../shared/kernel/table/write.ts';
import { dueWrites } from '../../../shared/modules/scheduler/due-jobs.ts';
import { jobDuePartition, jobDueShardOf, jobKey } from '../../../shared/modules/scheduler/keys.ts';
import type { Execution } from '../../../shared/modules/scheduler/runs/run-contract.ts';
import { plannedUntilMs } from '../../../shared/modules/scheduler/timing/schedule.ts';
import {
  aJob,
  aStoredJob,
  endedRuns,
  executionsPath,
  findJob,
  jobsPath,
  queueJobPath,
  rowOf,
  undoPath,
} from '../../support/builders/scheduler.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const every = (scheduleValue: string) => aJob({ scheduleType: 'interval', scheduleValue });

async function runsOf({ api }: TestCaller, id: string, state = ''): Promise<Execution[]> {
  const path = `${executionsPath(id)}?state=${state}&pageSize=100`;
  return (await api.get<{ data: Execution[] }>(path)).body.data;
}

describe('an interval below a minute', () => {
  it('that is enabled or restored has its runs queued at once', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller, { ...every('10s'), isEnabled: false });
    const delayed = async () => (await runsOf(caller, id, 'delayed')).length;
    expect(await delayed()).toBe(0);
    await caller.api.put(jobsPath, { body: { id, isEnabled: true } });
    expect(await delayed()).toBeGreaterThan(0);
    await caller.api.delete(jobsPath, { body: { id } });
    await caller.api.post(undoPath, { body: { id } });
    expect(await delayed()).toBeGreaterThan(0);
  });

  it('runs from the start, each time once and within about a second', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller, every('1s'));
    const runs = await eventually('the first three runs', async () => {
      const ended = (await runsOf(caller, job.id, 'completed')).toReversed();
      return ended[0]?.scheduledAt === job.nextRunAt && ended.length >= 3 ? ended : undefined;
    });
    const firstMs = Date.parse(job.nextRunAt ?? '');
    for (const { scheduledAt, startedAt, attemptsMade } of runs) {
      const atMs = Date.parse(scheduledAt);
      expect((atMs - firstMs) % 1_000).toBe(0);
      expect(Date.parse(startedAt ?? '')).toBeGreaterThanOrEqual(atMs);
      expect(attemptsMade).toBe(1);
    }
    const current = await findJob(caller, job.id);
    expect(Date.parse(current?.nextRunAt ?? '')).toBeGreaterThan(Date.parse(runs.at(-1)?.scheduledAt ?? ''));
    await caller.api.delete(jobsPath, { body: { id: job.id } });
  });

  it('shows pending runs of the minute as delayed, and drops them when the job changes', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller, every('3s'));
    const delayed = await runsOf(caller, job.id, 'delayed');
    // Until the first tick: the rest of this minute and all of the next.
    expect(delayed.length).toBeGreaterThanOrEqual(18);
    expect(delayed.length).toBeLessThanOrEqual(40);
    const waiting = await caller.api.get(queueJobPath(delayed[0]?.id ?? ''));
    expect(waiting.body).toMatchObject({ state: 'delayed', progress: 0, processedOn: null, attemptsMade: 0 });

    const soonest = delayed.at(-1);
    await caller.api.put(jobsPath, { body: { id: job.id, scheduleValue: '2h' } });
    await eventually('the end of the delayed run', async () => {
      const { status } = await caller.api.get(queueJobPath(soonest?.id ?? ''));
      return status === 404 ? true : undefined;
    });
    expect(await runsOf(caller, job.id, 'completed')).toEqual([]);
  });
});

/** The items by which the tick finds a job. */
async function dueTimesOf(id: string): Promise<number[]> {
  const items = await queryAll({ pk: jobDuePartition(jobDueShardOf(id)), consistent: true });
  return items.filter((item) => item.id === id).map(({ dueAtMs }) => Number(dueAtMs));
}

async function tick(): Promise<void> {
  const body = JSON.stringify({ name: functionName('local', 'scheduler', 'tickJobs') });
  const response = await fetch(`${inject('controlUrl')}/schedules/run`, { method: 'POST', body });
  expect(await response.json()).toEqual({ succeeded: true });
}

/** Waits until the job is due after the end of the next minute only, and returns when. */
const plannedUntil = (id: string): Promise<number> =>
  eventually('a planned job', async () => {
    const [dueMs = 0, ...others] = await dueTimesOf(id);
    return others.length === 0 && dueMs >= plannedUntilMs(Date.now()) ? dueMs : undefined;
  });

const allRunsOf = async (caller: TestCaller, id: string): Promise<number[]> =>
  (await runsOf(caller, id)).map(({ scheduledAt }) => Date.parse(scheduledAt)).toReversed();

describe('a job that EventBridge cannot time', () => {
  it.each([
    ['an interval below a minute', every('20s'), 20_000],
    ['a cron expression of many days', aJob({ scheduleValue: '* * 1-30,L * *' }), 60_000],
  ])('runs at each of its times, also if the tick is repeated: %s', async (_, body, gapMs) => {
    const caller = await aTenant();
    const job = await aStoredJob(caller, body);
    await Promise.all([tick(), tick()]);
    await tick();
    const dueMs = await plannedUntil(job.id);
    const planned = await allRunsOf(caller, job.id);
    expect(planned[0]).toBe(Date.parse(job.nextRunAt ?? ''));
    expect([...planned, dueMs].slice(1).map((atMs, index) => atMs - (planned[index] ?? 0))).toEqual(
      planned.map(() => gapMs),
    );
    await caller.api.delete(jobsPath, { body: { id: job.id } });
  });

  it('fires again by itself after the tick was missing, and makes up for the last of its missed times', async () => {
    const caller = await aTenant();
    const { id, tenantId } = await aStoredJob(caller, every('20s'));
    const hourAgo = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;
    await updateItem({
      Key: jobKey({ tenantId }, id),
      UpdateExpression: 'SET anchorMs = :then',
      ExpressionAttributeValues: { ':then': hourAgo },
    });
    await transact(dueWrites({ ...(await rowOf({ id, tenantId })), nextRunAtMs: Date.now() - 600_000 }));
    const beforeMs = Date.now();
    await tick();
    await plannedUntil(id);
    const [first = 0] = await allRunsOf(caller, id);
    expect(Date.now() - first).toBeGreaterThanOrEqual(60_000);
    expect(beforeMs - first).toBeLessThan(100_000);
    // Runs may end in another order.
    const stateOfFirst = async () =>
      (await endedRuns(caller, id, 3)).find(({ scheduledAt }) => Date.parse(scheduledAt) === first)?.state;
    await expect.poll(stateOfFirst).toBe('completed');
    await caller.api.delete(jobsPath, { body: { id } });
  });

  it.each<[string, (caller: TestCaller, id: string) => Promise<unknown>]>([
    ['disabled', ({ api }, id) => api.put(jobsPath, { body: { id, isEnabled: false } })],
    ['deleted', ({ api }, id) => api.delete(jobsPath, { body: { id } })],
    ['given other times', ({ api }, id) => api.put(jobsPath, { body: { id, scheduleValue: '1h' } })],
  ])('is forgotten by the tick after it was %s', async (_, change) => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller, every('20s'));
    await change(caller, id);
    await tick();
    await expect.poll(() => dueTimesOf(id)).toEqual([]);
  });
});
