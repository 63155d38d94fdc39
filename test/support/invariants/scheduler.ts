/** Checks jobs and their runs. */
import {
  jobDuePartition,
  jobListingKey,
  scheduledKey,
  scheduledPartition,
} from '../../../shared/modules/scheduler/keys.ts';
import { isTicked, type Timing } from '../../../shared/modules/scheduler/timing/schedule.ts';
import { beside, type Invariant, lastPart, msOf, type RawItem, sameId, text } from './table.ts';

const scope = ({ tenantId, organizationId }: RawItem) => ({
  tenantId: tenantId === null ? null : text(tenantId),
  organizationId: organizationId === null ? null : text(organizationId),
});

const timingOf = ({ scheduleType, scheduleValue, timezone, anchorMs }: RawItem): Timing => ({
  scheduleType: scheduleType === 'interval' ? 'interval' : 'cron',
  scheduleValue: text(scheduleValue),
  timezone: text(timezone),
  anchorMs: Number(anchorMs),
});

export const scheduler: Invariant = (table) => {
  const rows = table.rows('job');
  const runs = table.rows('job_run');
  const due = new Set(
    table.items.filter(({ pk }) => pk.startsWith(jobDuePartition(0).slice(0, -1))).map(({ id }) => id),
  );
  const jobs = new Set(table.items.filter(({ entity }) => entity === 'job').map(({ pk }) => pk));
  return [
    ...beside(table, 'jobs', {
      rows,
      expected: (row) => [jobListingKey(scope(row), msOf(row.createdAt), text(row.id))],
      isBeside: ({ pk, b }) => lastPart(pk) === 'JOBS' && b !== undefined,
      same: sameId,
    }),
    ...beside(table, 'jobs that fire', {
      rows: rows.filter(({ isEnabled }) => isEnabled === true),
      expected: (row) => [scheduledKey(scope(row), text(row.id))],
      isBeside: ({ pk }) => pk.startsWith(scheduledPartition(0).slice(0, -1)),
      same: sameId,
    }),
    // Superfluous items are removed when they are due.
    ...rows
      .filter((row) => row.isEnabled === true && isTicked(timingOf(row)) && !due.has(row.id))
      .map(({ pk }) => `jobs: ${pk} is never found by the tick`),
    ...runs.filter(({ pk }) => !jobs.has(pk)).map(({ pk, sk }) => `runs: ${pk} ${sk} has no job`),
    // A claim is part of the run's item: without its worker it would stay active forever.
    ...runs
      .filter(({ state, leaseUntilMs }) => state === 'active' && Number(leaseUntilMs) < table.nowMs)
      .map(({ pk, sk }) => `runs: ${pk} ${sk} is claimed without a worker`),
    ...runs
      .filter(({ state, finishedAtMs }) => state === 'completed' && typeof finishedAtMs !== 'number')
      .map(({ pk, sk }) => `runs: ${pk} ${sk} is over without an end time`),
  ];
};
