import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredRun } from '../../../shared/modules/sync/runs/run.ts';
import {
  claimOf,
  recoveryFor,
  retryDecisionOf,
  toRun,
  triesAfter,
} from '../../../shared/modules/sync/runs/run.ts';
import { syncLimits } from '../../../shared/modules/sync/runs/run-limits.ts';
import { aRun } from '../../support/builders/stored-run.ts';

const nowMs = 1_000_000;
const attempt = { messageId: 'message', receiveCount: 1 };
const lease = { token: 'token', messageId: 'message', receiveCount: 1, untilMs: nowMs + 1 };
const begun = (more: Partial<StoredRun> = {}) => aRun({ startedAtMs: 1, batchesCompleted: 3, ...more });

describe('the message of a batch', () => {
  const again = { ...attempt, receiveCount: 2 };
  const leased = begun({ lease });
  const taken = (untilMs: number) => begun({ lease: { ...lease, messageId: 'other', untilMs } });
  const dead = begun({ status: 'cancelled', lease });
  const cancelledExport = begun({ status: 'cancelled', direction: 'export' });

  it.each([
    ['starts a pending run', aRun({ status: 'pending' }), 0, attempt, 'begin'],
    ['processes the next batch', begun(), 3, attempt, 'work'],
    ['ignores a completed one', begun(), 2, attempt, 'drop'],
    ['ignores a later one', begun(), 4, attempt, 'drop'],
    ['ignores one that another worker has leased', taken(nowMs + 1), 3, attempt, 'drop'],
    ['waits for its own first delivery', leased, 3, attempt, 'wait'],
    ['takes over from its own first delivery', leased, 3, again, 'work'],
    ['takes over from a late worker', taken(nowMs), 3, attempt, 'work'],
    ['sends the next message again when it is redelivered', begun(), 2, again, 'resend'],
    ['does so once', begun({ quietUntilMs: nowMs + 1 }), 2, again, 'drop'],
    ['ignores a paused run', begun({ status: 'paused' }), 3, attempt, 'drop'],
    ['ignores an ended run', begun({ status: 'completed' }), 3, attempt, 'drop'],
    ['cleans up a cancelled export', cancelledExport, 3, attempt, 'cleanUp'],
    ['ignores a cancelled import', begun({ status: 'cancelled' }), 3, attempt, 'drop'],
    ['counts items written by a dead worker', dead, 3, again, 'settle'],
    ['ignores a deleted run', undefined, 0, attempt, 'drop'],
  ] as const)('%s', (_, run, batch, delivery, expected) => {
    expect(claimOf(run, { batch }, delivery, nowMs).do).toBe(expected);
  });

  it('of a started batch takes it over', () => {
    const work = (run: StoredRun) => claimOf(run, { batch: 3 }, attempt, nowMs);
    expect(work(begun({ tries: 1 }))).toEqual({ do: 'work', isTakeover: true });
    expect(work(begun())).toEqual({ do: 'work', isTakeover: false });
  });

  const stopped = (lostWorkers: number) => begun({ lease: { ...lease, untilMs: nowMs }, lostWorkers });

  it('of a batch that crashes its workers uses up the attempts, and then fails the run', () => {
    const next = { batch: 3 };
    expect(claimOf(stopped(syncLimits.workerTries - 2), next, attempt, nowMs).do).toBe('work');
    expect(claimOf(stopped(syncLimits.workerTries - 1), next, attempt, nowMs).do).toBe('fail');
    expect(triesAfter(stopped(2))).toEqual({ tries: 1, lostWorkers: 3 });
    expect(triesAfter(begun({ tries: 2, lostWorkers: 1 }))).toEqual({ tries: 2, lostWorkers: 1 });
  });

  it('is processed only if it names the next batch of an active run', () => {
    const numbers = fc.integer({ min: 0, max: 5 });
    const counts = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(numbers, numbers, counts, (batch, batchesCompleted, receiveCount) => {
        const claim = claimOf(begun({ batchesCompleted }), { batch }, { ...attempt, receiveCount }, nowMs);
        expect(claim.do === 'work').toBe(batch === batchesCompleted);
      }),
    );
  });
});

describe('a failed batch', () => {
  it('is retried with backoff, and then fails', () => {
    const waits: number[] = [];
    let tries = 0;
    for (;;) {
      const decision = retryDecisionOf({ tries }, false);
      if (decision.do === 'fail') break;
      ({ tries } = decision);
      waits.push(decision.waitSeconds);
    }
    expect(waits).toEqual([2, 4, 8, 16]);
  });

  it('is retried more often after an error of the platform', () => {
    expect(retryDecisionOf({ tries: syncLimits.sourceTries }, true).do).toBe('retry');
    expect(retryDecisionOf({ tries: syncLimits.platformTries }, true).do).toBe('fail');
  });
});

describe('a stalled run', () => {
  const idleMs = syncLimits.idleSeconds * 1_000;
  it.each([
    ['that has ended', aRun({ status: 'failed' }), 'nothing'],
    ['that is paused', aRun({ status: 'paused' }), 'resume'],
    ['with a lease', aRun({ lease }), 'nothing'],
    ['whose worker died', aRun({ lease: { ...lease, untilMs: nowMs } }), 'message'],
    ['with recent progress', aRun({ updatedAtMs: nowMs - idleMs + 1 }), 'nothing'],
    ['that was never started', aRun({ status: 'pending', updatedAtMs: nowMs - idleMs }), 'message'],
    ['that was recovered recently', aRun({ updatedAtMs: 0, quietUntilMs: nowMs + 1 }), 'nothing'],
  ] as const)('%s', (_, run, expected) => expect(recoveryFor(run, nowMs)).toBe(expected));
});

describe('a run in responses', () => {
  it('has a duration from start to end, or until now', () => {
    expect(toRun(aRun(), nowMs).durationMs).toBeNull();
    expect(toRun(aRun({ startedAtMs: nowMs - 50 }), nowMs).durationMs).toBe(50);
    expect(toRun(aRun({ startedAtMs: 10, finishedAtMs: 30 }), nowMs).durationMs).toBe(20);
  });
});
