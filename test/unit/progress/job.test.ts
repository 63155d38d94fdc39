import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Write } from '../../../shared/kernel/table/write.ts';
import {
  etaOf,
  newJob,
  percentOf,
  replayJobType,
  staleAtMs,
  syncJobType,
} from '../../../shared/modules/progress/job.ts';
import {
  beginJobWrites,
  createJobWrites,
  finishJobWrites,
  moveJobWrites,
  updateCancelledJobWrites,
} from '../../../shared/modules/progress/job-store.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const seed = { tenantId: randomUUID(), organizationId: randomUUID(), name: 'Import', nowMs };
const aJob = (given: object = {}) => newJob({ ...seed, id: randomUUID(), jobType: 'export', ...given });

const keyOf = (write: Write) =>
  'put' in write ? write.put : 'delete' in write ? write.delete : 'add' in write ? write.add : undefined;
const places = (writes: readonly Write[]) => writes.map((write) => keyOf(write)?.pk.split('#').at(-1));
const valuesOf = (writes: readonly Write[]) =>
  writes.flatMap((write) => ('add' in write ? [write.values ?? {}] : []))[0] ?? {};

describe('the progress of a job', () => {
  test.each([
    [0, 200, 0],
    [1, 200, 1],
    [50, 200, 25],
    [999, 1_000, 99],
    [200, 200, 100],
    [300, 200, 100],
    [50, null, 0],
    [50, 0, 0],
  ])('%d of %s is %d percent', (processed, total, percent) => {
    expect(percentOf(processed, total)).toBe(percent);
  });

  test('the percentage is an integer from 0 to 100, and never decreases while the count grows', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1 }), (done, more, total) => {
        const [before, after] = [percentOf(done, total), percentOf(done + more, total)];
        expect(Number.isInteger(after) && before <= after && before >= 0 && after <= 100).toBe(true);
      }),
    );
  });

  test.each([
    ['a quarter in ten seconds leaves thirty seconds', 25, 100, 30],
    ['more than the total leaves zero', 120, 100, 0],
    ['no progress has no estimate', 0, 100, null],
    ['an unknown total has no estimate', 25, null, null],
  ])('%s', (_, processedCount, totalCount, seconds) => {
    const times = { startedAtMs: nowMs - 10_000, nowMs };
    expect(etaOf({ processedCount, totalCount }, times)).toBe(seconds);
  });

  test('a job that has not started has no estimate', () => {
    expect(etaOf({ processedCount: 5, totalCount: 10 }, { startedAtMs: null, nowMs })).toBeNull();
  });
});

describe('staleness of a job', () => {
  test('a running one is stale a minute after its last heartbeat, a pending one after a day', () => {
    const running = { ...aJob(), status: 'running', heartbeatAtMs: nowMs + 5_000 } as const;
    expect(staleAtMs(running)).toBe(nowMs + 65_000);
    expect(staleAtMs(aJob())).toBe(nowMs + 86_400_000);
  });

  test('an ended one is never stale, nor a sync run', () => {
    expect(staleAtMs({ ...aJob(), status: 'completed' })).toBeNull();
    const sync = { ...aJob({ jobType: syncJobType('import') }), status: 'running' } as const;
    expect(staleAtMs(sync)).toBeNull();
  });

  test('a replay is stale an hour after its last heartbeat', () => {
    const replay = { ...aJob({ jobType: replayJobType }), status: 'running', heartbeatAtMs: nowMs } as const;
    expect(staleAtMs(replay)).toBe(nowMs + 3_600_000);
  });
});

describe('writes of a job', () => {
  test('a new job is listed among active ones; a part of a job is listed separately', () => {
    expect(places(createJobWrites(aJob()))).toContain('ACTIVE');
    const part = places(createJobWrites(aJob({ parentJobId: randomUUID() })));
    expect(part).toContain('PARTS');
    expect(part).not.toContain('ACTIVE');
  });

  test('a sync run has no other watchdog', () => {
    const isWatched = (writes: readonly Write[]) =>
      writes.some((write) => keyOf(write)?.pk.startsWith('PROGRESSWATCH'));
    const sync = aJob({ jobType: syncJobType('export') });
    expect(isWatched(createJobWrites(aJob()))).toBe(true);
    expect(isWatched(createJobWrites(sync))).toBe(false);
    expect(isWatched(finishJobWrites(sync, { status: 'completed', nowMs }))).toBe(false);
  });

  test('an update is one write, with percentage and estimate', () => {
    const job = { ...aJob(), startedAtMs: nowMs };
    const move = { processedCount: 25, totalCount: 100, nowMs: nowMs + 10_000 };
    const figures = { processedCount: 25, progressPercent: 25, etaSeconds: 30 };
    const moved = moveJobWrites(job, move);
    expect(moved).toHaveLength(1);
    expect(valuesOf(moved)).toMatchObject({ ...figures, heartbeatAtMs: nowMs + 10_000 });
  });

  test('late counts keep end time and estimate', () => {
    const values = valuesOf(updateCancelledJobWrites(aJob(), { processedCount: 50, totalCount: 100, nowMs }));
    expect(values).toMatchObject({ processedCount: 50, progressPercent: 50 });
    for (const name of ['status', 'etaSeconds', 'finishedAtMs', 'heartbeatAtMs'])
      expect(values).not.toHaveProperty(name);
  });

  test('completion sets the percentage to 100, for any counts; a failure keeps it', () => {
    const counts = { processedCount: 50, totalCount: 100 };
    const completed = finishJobWrites(aJob(), { status: 'completed', nowMs, counts });
    expect(valuesOf(completed)).toMatchObject({ processedCount: 50, progressPercent: 100, etaSeconds: 0 });
    const failure = { status: 'failed', nowMs, counts, errorMessage: 'x'.repeat(5_000) } as const;
    const failed = finishJobWrites(aJob(), failure);
    expect(valuesOf(failed)).toMatchObject({ progressPercent: 50, errorMessage: 'x'.repeat(2_000) });
  });

  test('an end moves the job to the history, and to the recent ones unless it was cancelled', () => {
    const failed = places(finishJobWrites(aJob(), { status: 'failed', nowMs }));
    expect(failed).toEqual(expect.arrayContaining(['ACTIVE', 'ENDED', 'RECENT']));
    const byUserId = randomUUID();
    const cancelled = finishJobWrites(aJob(), { status: 'cancelled', cancelledByUserId: byUserId, nowMs });
    expect(places(cancelled)).not.toContain('RECENT');
    expect(valuesOf(cancelled)).toMatchObject({ status: 'cancelled', cancelledByUserId: byUserId });
  });

  test('the writes of a change use different items, as DynamoDB requires', () => {
    const job = aJob();
    const changes = [
      createJobWrites(job),
      beginJobWrites(job, nowMs),
      finishJobWrites(job, { status: 'completed', nowMs, counts: { processedCount: 1, totalCount: 1 } }),
    ];
    for (const writes of changes) {
      const keys = writes.map((write) => JSON.stringify([keyOf(write)?.pk, keyOf(write)?.sk]));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});
