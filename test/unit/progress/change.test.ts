import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cancelledJob, updatedJob } from '../../../shared/modules/progress/change.ts';
import type { UpdateProgressJob } from '../../../shared/modules/progress/contract.ts';
import { jobAt, newJob, type ProgressJob } from '../../../shared/modules/progress/job.ts';
import { activity, listsOf } from '../../../shared/modules/progress/list-service.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const place = { tenantId: randomUUID(), organizationId: randomUUID() };

function aJob(given: Partial<ProgressJob> = {}): ProgressJob {
  const about = { jobType: 'export', name: 'Export', nowMs, totalCount: 1_000 };
  return { ...newJob({ ...place, id: randomUUID(), ...about }), ...given };
}
const running = (given: Partial<ProgressJob> = {}) =>
  aJob({ status: 'running', startedAtMs: nowMs, heartbeatAtMs: nowMs, toldAtMs: nowMs, ...given });
const update = (job: ProgressJob, given: UpdateProgressJob, afterMs = 1_000) =>
  updatedJob(job, given, nowMs + afterMs);

describe('an update', () => {
  test('computes percentage and estimate from counts', () => {
    const { after } = update(running(), { processedCount: 250 }, 10_000);
    expect(after).toMatchObject({ progressPercent: 25, etaSeconds: 30, heartbeatAtMs: nowMs + 10_000 });
  });

  test('uses given percentage and estimate', () => {
    const { after } = update(running(), { processedCount: 250, progressPercent: 60, etaSeconds: 5 });
    expect(after).toMatchObject({ processedCount: 250, progressPercent: 60, etaSeconds: 5 });
  });

  test('keeps other fields, and merges the meta', () => {
    const figures = { progressPercent: 60, processedCount: 10 };
    const { after } = update(running({ ...figures, meta: { a: 1, b: 2 } }), { meta: { b: 3, c: 4 } });
    expect(after).toMatchObject({ ...figures, meta: { a: 1, b: 3, c: 4 } });
  });

  test('of the status starts a job', () => {
    const after = { status: 'running', startedAtMs: nowMs + 1_000 };
    expect(update(aJob(), { status: 'running' })).toMatchObject({ event: 'started', after });
  });

  test.each([
    ['completed', { progressPercent: 100, etaSeconds: 0 }],
    ['failed', { progressPercent: 25, etaSeconds: 0, errorMessage: 'Full.' }],
    ['cancelled', { progressPercent: 25, etaSeconds: 0 }],
  ] as const)('ends a job as %s', (status, figures) => {
    const given = { status, errorMessage: 'Full.' };
    const change = update(running({ processedCount: 250, progressPercent: 25 }), given);
    expect(change).toMatchObject({ event: status, after: { ...figures, finishedAtMs: nowMs + 1_000 } });
  });
});

describe('an update is published to browsers', () => {
  const publishedOf = (job: ProgressJob, given: UpdateProgressJob, afterMs: number) =>
    update(job, given, afterMs).event === 'updated';

  test.each([
    ['within 250 ms, of less than a percent', 1, 249, false],
    ['within 250 ms, of a percent', 10, 10, true],
    ['after 250 ms, for any change', 1, 250, true],
  ])('%s', (_, processedCount, afterMs, told) => {
    expect(publishedOf(running(), { processedCount }, afterMs)).toBe(told);
  });

  test('not for a heartbeat only', () => {
    expect(publishedOf(running(), {}, 60_000)).toBe(false);
  });

  test('with the next heartbeat if it was too early', () => {
    const { after } = update(running(), { processedCount: 1 }, 10);
    expect(publishedOf(after, {}, 20)).toBe(false);
    expect(publishedOf(after, {}, 300)).toBe(true);
  });

  test('at most once per percent or quarter of a second, for any number of updates', () => {
    let job = running({ totalCount: 100_000 });
    let told = 0;
    for (let n = 1; n <= 1_000; n++) {
      const change = updatedJob(job, { processedCount: n * 50 }, nowMs + n);
      job = change.after;
      if (change.event !== undefined) told += 1;
    }
    expect(job.progressPercent).toBe(50);
    expect(told).toBeLessThanOrEqual(54);
    expect(told).toBeGreaterThanOrEqual(50);
  });
});

describe('a request to cancel', () => {
  const by = randomUUID();

  test('ends a pending job, and is recorded for a running one', () => {
    const ended = { status: 'cancelled', cancelledByUserId: by, finishedAtMs: nowMs };
    expect(cancelledJob(aJob(), by, nowMs)).toMatchObject({ event: 'cancelled', after: ended });
    const requested = { status: 'running', cancelRequestedAtMs: nowMs, finishedAtMs: null };
    expect(cancelledJob(running(), by, nowMs)).toMatchObject({ event: 'updated', after: requested });
  });

  test('is recorded once', () => {
    expect(cancelledJob(running({ cancelRequestedAtMs: nowMs }), by, nowMs)).toBeUndefined();
  });
});

describe('a stale job', () => {
  test('fails one minute after its last heartbeat, and is the same at any later time', () => {
    const job = running();
    expect(jobAt(job, nowMs + 59_999)).toBe(job);
    const failed = jobAt(job, nowMs + 60_000);
    const errorMessage = 'Job stale: no heartbeat for 60 seconds';
    expect(failed).toMatchObject({ status: 'failed', errorMessage, finishedAtMs: nowMs + 60_000 });
    expect(jobAt(job, nowMs + 9e6)).toEqual(failed);
  });
});

describe('active jobs', () => {
  test('include the newest fifty, and the last ten that ended within half a minute, without cancelled ones', () => {
    const jobs = Array.from({ length: 60 }, (_, n) => running({ createdAtMs: nowMs - n, name: `${n}` }));
    const ended = (status: ProgressJob['status'], agoMs: number) =>
      aJob({ status, finishedAtMs: nowMs - agoMs, name: `${status} ${agoMs}` });
    const done = Array.from({ length: 12 }, (_, n) => ended('completed', n * 1_000));
    const others = [ended('cancelled', 1), ended('failed', 30_001)];
    const shown = activity([...jobs, ...done, ...others].toReversed(), nowMs);
    const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name);
    expect(namesOf(shown.active)).toEqual(namesOf(jobs.slice(0, 50)));
    expect(namesOf(shown.recentlyCompleted)).toEqual(namesOf(done.slice(0, 10)));
  });
});

describe('a list reads', () => {
  test.each([
    ['active jobs, not the history', ['pending', 'running'], {}, ['ACTIVE', 'PARTS']],
    ['the history only', ['completed', 'failed'], {}, ['ENDED']],
    ['both', ['running', 'failed'], {}, ['ACTIVE', 'PARTS', 'ENDED']],
    ['parts of a job', ['running'], { parentJobId: 'p' }, ['PARTS']],
    ['recently ended jobs', ['running', 'failed'], { completedSince: '2026-01-01' }, ['ENDED']],
  ] as const)('%s', (_, statuses, query, lists) => {
    expect(listsOf(statuses, { parentJobId: undefined, completedSince: undefined, ...query })).toEqual(lists);
  });
});
