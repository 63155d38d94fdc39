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
    ['begins a run that waits', aRun({ status: 'pending' }), { batch: 0 }, attempt, 'begin'],
    ['works on the batch that is next', aRun(begun), { batch: 3 }, attempt, 'work'],
    ['leaves one that is done', aRun(begun), { batch: 2 }, attempt, 'drop'],
    ['leaves one that is not next yet', aRun(begun), { batch: 4 }, attempt, 'drop'],
    [
      'leaves one that another works on',
      aRun({ ...begun, lease: { ...lease, messageId: 'other' } }),
      { batch: 3 },
      attempt,
      'drop',
    ],
    ['waits for its own first copy', aRun({ ...begun, lease }), { batch: 3 }, attempt, 'wait'],
    [
      'takes over from its own first copy',
      aRun({ ...begun, lease }),
      { batch: 3 },
      { ...attempt, receiveCount: 2 },
      'work',
    ],
    [
      'takes over from who is late',
      aRun({ ...begun, lease: { ...lease, messageId: 'other', untilMs: nowMs } }),
      { batch: 3 },
      attempt,
      'work',
    ],
    [
      'sends the next again when it comes back',
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
    ['leaves a paused run', aRun({ ...begun, status: 'paused' }), { batch: 3 }, attempt, 'drop'],
    ['leaves a run that is over', aRun({ ...begun, status: 'completed' }), { batch: 3 }, attempt, 'drop'],
    [
      'tidies up behind a cancelled export',
      aRun({ ...begun, status: 'cancelled', direction: 'export' }),
      { batch: 3 },
      attempt,
      'cleanUp',
    ],
    ['leaves a cancelled import', aRun({ ...begun, status: 'cancelled' }), { batch: 3 }, attempt, 'drop'],
    [
      'counts what a dead worker wrote of it',
      aRun({ ...begun, status: 'cancelled', lease }),
      { batch: 3 },
      { ...attempt, receiveCount: 2 },
      'settle',
    ],
    ['leaves a run that is gone', undefined, { batch: 0 }, attempt, 'drop'],
  ] as const)('%s', (_, run, data, delivery, expected) => {
    expect(claimOf(run, data, delivery, nowMs).do).toBe(expected);
  });

  it('of a batch that someone has begun before takes it over', () => {
    expect(claimOf(aRun({ ...begun, tries: 1 }), { batch: 3 }, attempt, nowMs)).toEqual({
      do: 'work',
      isTakeover: true,
    });
    expect(claimOf(aRun(begun), { batch: 3 }, attempt, nowMs)).toEqual({ do: 'work', isTakeover: false });
  });

  const stopped = (lostWorkers: number) =>
    aRun({ ...begun, lease: { ...lease, untilMs: nowMs }, lostWorkers });

  it('of a batch that stops its workers uses up the tries, and then fails the run', () => {
    const next = { batch: 3 };
    expect(claimOf(stopped(syncLimits.workerTries - 2), next, attempt, nowMs).do).toBe('work');
    expect(claimOf(stopped(syncLimits.workerTries - 1), next, attempt, nowMs).do).toBe('fail');
    expect(triesAfter(stopped(2))).toEqual({ tries: 1, lostWorkers: 3 });
    expect(triesAfter(aRun({ ...begun, tries: 2, lostWorkers: 1 }))).toEqual({ tries: 2, lostWorkers: 1 });
  });

  it('is worked on only when it names the next batch of a run at work', () => {
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

describe('a batch that failed', () => {
  it('is tried again with growing waits, and then fails', () => {
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

  it('is tried more often when it was our own fault', () => {
    expect(retryDecisionOf({ tries: syncLimits.sourceTries }, true).do).toBe('retry');
    expect(retryDecisionOf({ tries: syncLimits.platformTries }, true).do).toBe('fail');
  });
});

describe('a run that stands still', () => {
  const idleMs = syncLimits.idleSeconds * 1_000;
  it.each([
    ['that is over', aRun({ status: 'failed' }), 'nothing'],
    ['that is paused', aRun({ status: 'paused' }), 'resume'],
    ['that someone works on', aRun({ lease }), 'nothing'],
    ['whose worker died', aRun({ lease: { ...lease, untilMs: nowMs } }), 'message'],
    ['that has just moved', aRun({ updatedAtMs: nowMs - idleMs + 1 }), 'nothing'],
    ['that no one began', aRun({ status: 'pending', updatedAtMs: nowMs - idleMs }), 'message'],
    ['that was helped just now', aRun({ updatedAtMs: 0, quietUntilMs: nowMs + 1 }), 'nothing'],
  ] as const)('%s', (_, run, expected) => expect(recoveryFor(run, nowMs)).toBe(expected));
});

describe('a run as callers see it', () => {
  it('has a duration from its beginning to its end, or to now', () => {
    expect(toRun(aRun(), nowMs).durationMs).toBeNull();
    expect(toRun(aRun({ startedAtMs: nowMs - 50 }), nowMs).durationMs).toBe(50);
    expect(toRun(aRun({ startedAtMs: 10, finishedAtMs: 30 }), nowMs).durationMs).toBe(20);
  });
});
