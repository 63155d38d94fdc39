import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { forEachParallel } from '../../../shared/table/parallel.ts';

describe('forEachParallel', () => {
  it('works on every item once, and on no more at a time than told', async () => {
    const seen: number[] = [];
    let [running, most] = [0, 0];
    await forEachParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      most = Math.max(most, ++running);
      await turn();
      seen.push(item);
      running--;
    });
    expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });

  it('starts nothing more after a failure, and waits for what is under way', async () => {
    const finished: number[] = [];
    const work = async (item: number) => {
      if (item === 2) throw new Error('two');
      await turn();
      finished.push(item);
    };
    await expect(forEachParallel([1, 2, 3, 4, 5], 2, work)).rejects.toThrow('two');
    expect(finished).toEqual([1]);
  });

  it('has nothing to do for no items', async () => {
    await forEachParallel([], 3, () => Promise.reject(new Error('never called')));
  });
});
