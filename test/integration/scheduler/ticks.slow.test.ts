import { describe, expect, it } from 'vitest';
import type { Execution } from '../../../shared/modules/scheduler/runs/run-contract.ts';
import {
  aJob,
  aStoredJob,
  deliver,
  dueAt,
  endedRuns,
  executionsPath,
  findJob,
  jobsPath,
  queueJobPath,
  undoPath,
} from '../../support/builders/scheduler.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const every = (scheduleValue: string) => aJob({ scheduleType: 'interval', scheduleValue });

async function runsOf({ api }: TestCaller, id: string, state: string): Promise<Execution[]> {
  const path = `${executionsPath(id)}?state=${state}&pageSize=100`;
  return (await api.get<{ data: Execution[] }>(path)).body.data;
}

describe('an interval below a minute', () => {
  it('that is enabled by a change has its runs queued at once', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller, { ...every('10s'), isEnabled: false });
    expect(await runsOf(caller, job.id, 'delayed')).toEqual([]);
    await caller.api.put(jobsPath, { body: { id: job.id, isEnabled: true } });
    expect((await runsOf(caller, job.id, 'delayed')).length).toBeGreaterThan(0);
  });

  it('that is restored after its deletion has its runs queued at once', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller, { ...every('10s'), isEnabled: true });
    const made = (await runsOf(caller, id, 'delayed')).length;
    expect(made).toBeGreaterThan(0);
    await caller.api.delete(jobsPath, { body: { id } });
    await caller.api.post(undoPath, { body: { id } });
    expect((await runsOf(caller, id, 'delayed')).length).toBeGreaterThan(0);
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

  it('is queued by each tick for the following minute, also if the tick is repeated', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller, every('20s'));
    // Simulates a tick two minutes later: nothing of that minute is queued yet.
    const tickMs = Math.floor(Date.now() / 60_000) * 60_000 + 120_000;
    const tick = await dueAt(job, tickMs, 'tick');
    await deliver(tick);
    await deliver(tick);
    // Earlier runs belong to ticks that EventBridge sends meanwhile.
    const fresh = await eventually('the minute', async () => {
      const delayed = await runsOf(caller, job.id, 'delayed');
      const later = delayed.filter(({ scheduledAt }) => Date.parse(scheduledAt) >= tickMs + 60_000);
      return later.length >= 3 ? later : undefined;
    });
    expect(fresh).toHaveLength(3);
    for (const { scheduledAt } of fresh) expect(Date.parse(scheduledAt)).toBeLessThan(tickMs + 120_000);
    await caller.api.delete(jobsPath, { body: { id: job.id } });
  });

  it('is not queued by a tick that arrives after its minute', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller, every('20s'));
    const before = await runsOf(caller, job.id, 'delayed');
    await deliver(await dueAt(job, Date.now() - 600_000, 'tick'));
    const probe = await dueAt(job, Date.now() + 3_600_000);
    await deliver(probe);
    await endedRuns(caller, job.id);
    expect((await runsOf(caller, job.id, 'delayed')).length).toBeLessThanOrEqual(before.length);
    await caller.api.delete(jobsPath, { body: { id: job.id } });
  });
});
