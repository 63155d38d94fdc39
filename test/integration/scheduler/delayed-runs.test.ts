import { expect, it } from 'vitest';
import { newRun } from '../../../shared/modules/scheduler/runs/run.ts';
import type { Execution } from '../../../shared/modules/scheduler/runs/run-contract.ts';
import { insertDelayedRuns } from '../../../shared/modules/scheduler/runs/run-store.ts';
import { aStoredJob, executionsPath, rowOf } from '../../support/builders/scheduler.ts';
import { aTenant } from '../../support/builders/tenants.ts';

it('lists all planned runs if some of them were planned before', async () => {
  const caller = await aTenant();
  const job = await rowOf(await aStoredJob(caller));
  const nowMs = Date.now();
  const runs = [1, 2, 3].map((second) => {
    const place = { jobId: job.id, atMs: nowMs + second * 1_000, suffix: '' };
    return newRun(job, place, 'delayed', null, nowMs);
  });
  await insertDelayedRuns(runs.slice(1, 2));
  await insertDelayedRuns(runs);
  const { body } = await caller.api.get<{ data: Execution[] }>(executionsPath(job.id));
  expect(body.data.map(({ id }) => id)).toEqual(runs.map(({ id }) => id).toReversed());
});
