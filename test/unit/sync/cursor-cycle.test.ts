import { expect, it } from 'vitest';
import { endlessProblem, nextMark } from '../../../shared/modules/sync/runs/run.ts';

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

it.each([
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [7, 5],
  [100, 40],
])('ends an import whose cursors go round after %d others in a cycle of %d', (before, cycle) => {
  const batches = batchesUntilEnd(before, cycle);
  expect(batches).toBeGreaterThanOrEqual(before + cycle);
  expect(batches).toBeLessThanOrEqual(3 * (before + cycle) + 2);
});

it.each([
  ['an export', { direction: 'export', batchesCompleted: 3, markedCursor: 'a' }, 'a'],
  ['another cursor', { direction: 'import', batchesCompleted: 3, markedCursor: 'a' }, 'b'],
  ['no cursor', { direction: 'import', batchesCompleted: 3, markedCursor: null }, null],
] as const)('lets a run continue with %s', (_, run, cursor) => {
  expect(endlessProblem(run, cursor)).toBeUndefined();
});
