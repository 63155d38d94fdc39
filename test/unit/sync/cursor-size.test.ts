import { describe, expect, it } from 'vitest';
import { SourceError, withStorableCursor } from '../../../shared/modules/sync/adapter.ts';
import { endlessProblem, nextMark } from '../../../shared/modules/sync/runs/run.ts';
import { syncLimits } from '../../../shared/modules/sync/runs/run-limits.ts';

/** The number of batches after which a run ends whose source returns these cursors; the last ones repeat. */
function batchesUntilEnd(before: number, cycle: number): number {
  const cursorAt = (batch: number) => (batch < before ? `b${batch}` : `c${(batch - before) % cycle}`);
  let run: Parameters<typeof nextMark>[0] = { direction: 'import', batchesCompleted: 0 };
  for (;;) {
    const cursor = cursorAt(run.batchesCompleted);
    if (endlessProblem(run, cursor) !== undefined) return run.batchesCompleted;
    run = { ...run, markedCursor: nextMark(run, cursor) ?? null, batchesCompleted: run.batchesCompleted + 1 };
  }
}

describe('the cursors of a run', () => {
  it.each([
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [7, 5],
    [100, 40],
  ])('end an import if they go round after %d others in a cycle of %d', (before, cycle) => {
    const batches = batchesUntilEnd(before, cycle);
    expect(batches).toBeGreaterThanOrEqual(before + cycle);
    expect(batches).toBeLessThanOrEqual(3 * (before + cycle) + 2);
  });

  it.each([
    ['an export', { direction: 'export', batchesCompleted: 3, markedCursor: 'a' }, 'a'],
    ['another cursor', { direction: 'import', batchesCompleted: 3, markedCursor: 'a' }, 'b'],
    ['no cursor', { direction: 'import', batchesCompleted: 3, markedCursor: null }, null],
  ] as const)('let a run continue with %s', (_, run, cursor) => {
    expect(endlessProblem(run, cursor)).toBeUndefined();
  });
});

describe('the cursor of a batch', () => {
  it('is refused permanently if it is too large for the table', () => {
    const cursor = 'ü'.repeat(syncLimits.cursorBytes / 2);
    expect(withStorableCursor({ cursor, hasMore: true })).toEqual({ cursor, hasMore: true });
    expect(withStorableCursor({ cursor: null })).toEqual({ cursor: null });
    expect(() => withStorableCursor({ cursor: `${cursor}x` })).toThrow(SourceError);
  });

  it.each(['\ud800', 'a\udc00'])(
    'is refused permanently if the table would store another text: %j',
    (cursor) => {
      expect(() => withStorableCursor({ cursor })).toThrow(SourceError);
    },
  );
});
