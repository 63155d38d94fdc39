import { describe, expect, it } from 'vitest';
import type { JobRow } from '../../../shared/modules/scheduler/job.ts';
import { runLimits } from '../../../shared/modules/scheduler/limits.ts';
import { claimCheckOf } from '../../../shared/modules/scheduler/runs/claim.ts';
import {
  attemptFailed,
  completed,
  locationOfRun,
  manualRunLocation,
  newRun,
  nextStepOf,
  type RunRow,
  retryDelaySeconds,
  runIdOf,
  startedRow,
  toExecution,
} from '../../../shared/modules/scheduler/runs/run.ts';
import type { RunState } from '../../../shared/modules/scheduler/runs/run-contract.ts';
import { aJobRow } from '../../support/builders/job-rows.ts';

const jobId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const dueMs = Date.parse('2026-03-02T01:00:00.000Z');
const home = { tenantId: 'tenant-1', organizationId: null };

const job = aJobRow({
  ...{ id: jobId, ...home, scopeType: 'tenant', scheduleType: 'cron', scheduleValue: '0 1 * * *' },
  ...{ nextRunAtMs: dueMs + 86_400_000, scheduleVersion: 3 },
});
const location = { jobId, atMs: dueMs, suffix: '' };
const waiting = newRun(job, location, 'waiting', null, dueMs);
const active = startedRow(waiting, job, dueMs);

describe('the id of a run', () => {
  it('contains its scope, for scheduled and manual runs, in any case', () => {
    for (const one of [location, manualRunLocation(jobId, dueMs), { jobId, atMs: 5, suffix: '' }]) {
      expect(locationOfRun(runIdOf(one))).toEqual(one);
      expect(locationOfRun(runIdOf(one).toUpperCase())).toEqual(one);
    }
    expect(runIdOf(location)).toBe(`${jobId}-1772413200000`);
  });

  it.each(['', jobId, `${jobId}-`, `${jobId}-123`, `${jobId}-1772413200000-xyz`, `x${jobId}-1772413200000`])(
    'is never "%s"',
    (id) => {
      expect(locationOfRun(id)).toBeUndefined();
    },
  );
});

describe('nextStepOf', () => {
  const in_ = (state: RunState, leaseUntilMs: number | null = null) => ({ ...waiting, state, leaseUntilMs });

  it.each<[string, RunRow | undefined, string]>([
    ['none', undefined, 'begin'],
    ['a pending one', in_('waiting'), 'begin'],
    ['a delayed one', in_('delayed'), 'begin'],
    ['an active one', in_('active', dueMs + 1), 'busy'],
    ['one whose first worker died', in_('active', dueMs), 'begin'],
    ['one whose workers died', { ...in_('active', dueMs), attemptsMade: runLimits.attempts }, 'lost'],
    ['a completed one', in_('completed'), 'over'],
    ['a failed one', in_('failed'), 'over'],
  ])('of %s', (_, run, step) => {
    expect(nextStepOf(run, dueMs)).toBe(step);
  });
});

describe('claimCheckOf', () => {
  const asked = { home, location, scheduleVersion: 3 };
  const due = (changes: Partial<JobRow> | null, run?: RunRow) => ({
    job: changes === null ? undefined : { ...job, ...changes },
    deletedJob: changes === null ? job : undefined,
    run,
    isClosed: false,
    names: { tenant: 'Acme', organization: null },
  });

  it.each<[string, ReturnType<typeof due>, object, string]>([
    ['a due time', due({}), asked, 'begin'],
    ['a deleted job', due(null), asked, 'outdated'],
    ['a job with another schedule', due({ scheduleVersion: 4 }), asked, 'outdated'],
    ['a disabled job', due({ isEnabled: false }), asked, 'outdated'],
    ['a run that was queued for other times', due({ scheduleVersion: 4 }, waiting), asked, 'outdated'],
    ['a run that was started before the job changed', due({ scheduleVersion: 4 }, active), asked, 'busy'],
    ['a manual run of a deleted job', due(null, waiting), { home, location }, 'nothing'],
    ['a run that was started before its job was deleted', due(null, active), asked, 'busy'],
    ['a run without worker or job', due(null, { ...active, leaseUntilMs: dueMs }), asked, 'lost'],
    ['an ended run of a deleted job', due(null, completed(active, job, undefined, dueMs)), asked, 'nothing'],
    ['a manual run without its row', due({}), { home, location }, 'nothing'],
    ['a manual run', due({ scheduleVersion: 4 }, waiting), { home, location }, 'begin'],
    ['an ended run', due({}, completed(active, job, undefined, dueMs)), asked, 'nothing'],
  ])('of %s', (_, found, message, step) => {
    expect(claimCheckOf(found, message as typeof asked, dueMs).step).toBe(step);
  });
});

describe('the life of a run', () => {
  const soonMs = dueMs + 1_000;

  it('includes pending, attempts and end, and keeps all errors', () => {
    const first = attemptFailed(active, job, 'not reachable', false, soonMs);
    expect(first).toMatchObject({ state: 'delayed', error: 'not reachable', finishedAtMs: null });
    const second = startedRow(first, job, soonMs);
    expect(second).toMatchObject({ state: 'active', attemptsMade: 2, startedAtMs: soonMs });
    const failed = attemptFailed(second, job, 'x'.repeat(5_000), true, soonMs + 5);
    expect(failed).toMatchObject({ state: 'failed', finishedAtMs: soonMs + 5, leaseUntilMs: null });
    expect(failed.error).toHaveLength(runLimits.errorCharacters);
    expect(failed.trace?.split('\n')).toEqual([
      'Attempt 1, 2026-03-02T01:00:01.000Z: not reachable',
      expect.stringMatching(/^Attempt 2, .*: x+…$/),
    ]);
    const done = completed(second, job, { total: 1 }, soonMs + 5);
    const shown = { state: 'completed', progress: 100, result: { total: 1 }, error: null, durationMs: 5 };
    expect(toExecution(done)).toMatchObject(shown);
    expect([waiting, active, first, second, done].map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5]);
  });

  it('has three attempts, with backoff', () => {
    const waits = [1, 2, 3].map((attemptsMade) => retryDelaySeconds({ attemptsMade }));
    expect(waits).toEqual([1, 5, undefined]);
  });

  it('stores a result, and an error, of any content', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    for (const [result, bytes] of [
      [{ deep }, 100_009],
      [{ text: 'x'.repeat(20_000) }, 20_011],
    ] as const)
      expect(toExecution(completed(active, job, result, soonMs)).result).toEqual({
        note: 'too large to keep',
        bytes,
      });
    const message = `${'x'.repeat(runLimits.errorCharacters - 2)}😀😀`;
    expect(attemptFailed(active, job, message, true, soonMs).error).toBe(`${message.slice(0, -4)}…`);
  });

  it.each([
    ['once a day', 86_400, 'completed', 30],
    ['every minute', 60, 'completed', 3.47],
    ['every second', 1, 'completed', 1],
    ['every second', 1, 'failed', 3],
    ['once a day', 86_400, 'failed', 90],
  ] as const)('of a job that runs %s (%d s) and %s is stored for %d days', (_, seconds, state, days) => {
    const often = { ...job, nextRunAtMs: dueMs + seconds * 1_000 };
    const ended = completed(active, often, undefined, dueMs);
    const run = state === 'failed' ? attemptFailed(active, often, 'no', true, dueMs) : ended;
    expect((run.ttl - dueMs / 1_000) / 86_400).toBeCloseTo(days, 1);
  });
});
