import { expect, it } from 'vitest';
import type { JobRow } from '../../../shared/modules/scheduler/job.ts';
import { newRun, type RunRow } from '../../../shared/modules/scheduler/runs/run.ts';
import type { Execution } from '../../../shared/modules/scheduler/runs/run-contract.ts';
import { insertDelayedRuns } from '../../../shared/modules/scheduler/runs/run-store.ts';
import { aStoredJob, executionsPath, jobsPath, rowOf } from '../../support/builders/scheduler.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';

function plannedRuns(job: JobRow): RunRow[] {
  const nowMs = Date.now();
  return [1, 2, 3].map((second) => {
    const place = { jobId: job.id, atMs: nowMs + second * 1_000, suffix: '' };
    return newRun(job, place, 'delayed', null, nowMs);
  });
}

async function idsOf({ api }: TestCaller, jobId: string): Promise<string[]> {
  const { body } = await api.get<{ data: Execution[]; meta: { total: number } }>(executionsPath(jobId));
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ id }) => id);
}

it('lists all planned runs if some of them were planned before', async () => {
  const caller = await aTenant();
  const job = await rowOf(await aStoredJob(caller));
  const runs = plannedRuns(job);
  await insertDelayedRuns(runs.slice(1, 2));
  await insertDelayedRuns(runs);
  expect(await idsOf(caller, job.id)).toEqual(runs.map(({ id }) => id).toReversed());
});

it.each([
  ['is disabled', { isEnabled: false }, 1],
  ['has other times', { scheduleValue: '0 0 2 1 *' }, 1],
  ['has another name', { name: 'Other' }, 3],
])('a job that %s lists only the planned runs that will happen', async (_, changes, count) => {
  const caller = await aTenant();
  const job = await rowOf(await aStoredJob(caller));
  const runs = plannedRuns(job);
  const [first] = runs;
  // A run that waits for its next attempt is made in any case.
  await insertDelayedRuns(runs.map((run) => (run === first ? { ...run, attemptsMade: 1 } : run)));
  expect((await caller.api.put(jobsPath, { body: { id: job.id, ...changes } })).status).toBe(200);
  const ids = await idsOf(caller, job.id);
  expect(ids).toHaveLength(count);
  expect(ids.at(-1)).toBe(first?.id);
});
