import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
const begun = { startedAtMs: 1, batchesCompleted: 3 };

describe('the message of a batch', () => {
  it.each([
    ['starts a pending run', aRun({ status: 'pending' }), { batch: 0 }, attempt, 'begin'],
    ['processes the next batch', aRun(begun), { batch: 3 }, attempt, 'work'],
    ['ignores a completed one', aRun(begun), { batch: 2 }, attempt, 'drop'],
    ['ignores a later one', aRun(begun), { batch: 4 }, attempt, 'drop'],
    [
      'ignores one that another worker has leased',
      aRun({ ...begun, lease: { ...lease, messageId: 'other' } }),
      { batch: 3 },
      attempt,
      'drop',
    ],
    ['waits for its own first delivery', aRun({ ...begun, lease }), { batch: 3 }, attempt, 'wait'],
    [
      'takes over from its own first delivery',
      aRun({ ...begun, lease }),
      { batch: 3 },
      { ...attempt, receiveCount: 2 },
      'work',
    ],
    [
      'takes over from a late worker',
      aRun({ ...begun, lease: { ...lease, messageId: 'other', untilMs: nowMs } }),
      { batch: 3 },
      attempt,
      'work',
    ],
    [
      'sends the next message again when it is redelivered',
      aRun(begun),
      { batch: 2 },
      { ...attempt, receiveCount: 2 },
      'resend',
    ],
    [
      'does so once',
      aRun({ ...begun, quietUntilMs: nowMs + 1 }),
      { batch: 2 },
      { ...attempt, receiveCount: 2 },
      'drop',
    ],
    ['ignores a paused run', aRun({ ...begun, status: 'paused' }), { batch: 3 }, attempt, 'drop'],
    ['ignores an ended run', aRun({ ...begun, status: 'completed' }), { batch: 3 }, attempt, 'drop'],
    [
      'cleans up a cancelled export',
      aRun({ ...begun, status: 'cancelled', direction: 'export' }),
      { batch: 3 },
      attempt,
      'cleanUp',
    ],
    ['ignores a cancelled import', aRun({ ...begun, status: 'cancelled' }), { batch: 3 }, attempt, 'drop'],
    [
      'counts items written by a dead worker',
      aRun({ ...begun, status: 'cancelled', lease }),
      { batch: 3 },
      { ...attempt, receiveCount: 2 },
      'settle',
    ],
    ['ignores a deleted run', undefined, { batch: 0 }, attempt, 'drop'],
  ] as const)('%s', (_, run, data, delivery, expected) => {
    expect(claimOf(run, data, delivery, nowMs).do).toBe(expected);
  });

  it('of a started batch takes it over', () => {
    expect(claimOf(aRun({ ...begun, tries: 1 }), { batch: 3 }, attempt, nowMs)).toEqual({
      do: 'work',
      isTakeover: true,
    });
    expect(claimOf(aRun(begun), { batch: 3 }, attempt, nowMs)).toEqual({ do: 'work', isTakeover: false });
  });

  const stopped = (lostWorkers: number) =>
    aRun({ ...begun, lease: { ...lease, untilMs: nowMs }, lostWorkers });

  it('of a batch that crashes its workers uses up the attempts, and then fails the run', () => {
    const next = { batch: 3 };
    expect(claimOf(stopped(syncLimits.workerTries - 2), next, attempt, nowMs).do).toBe('work');
    expect(claimOf(stopped(syncLimits.workerTries - 1), next, attempt, nowMs).do).toBe('fail');
    expect(triesAfter(stopped(2))).toEqual({ tries: 1, lostWorkers: 3 });
    expect(triesAfter(aRun({ ...begun, tries: 2, lostWorkers: 1 }))).toEqual({ tries: 2, lostWorkers: 1 });
  });

  it('is processed only if it names the next batch of an active run', () => {
    const numbers = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(
        numbers,
        numbers,
        fc.integer({ min: 1, max: 5 }),
        (batch, batchesCompleted, receiveCount) => {
          const claim = claimOf(
            aRun({ startedAtMs: 1, batchesCompleted }),
            { batch },
            { ...attempt, receiveCount },
            nowMs,
          );
          expect(claim.do === 'work').toBe(batch === batchesCompleted);
        },
      ),
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
