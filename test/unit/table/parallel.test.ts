import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { allOf, forEachParallel } from '../../../shared/kernel/base/parallel.ts';

describe('forEachParallel', () => {
  it('processes every item once, with the given concurrency', async () => {
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

  it('starts nothing more after a failure, and waits for work in progress', async () => {
    const finished: number[] = [];
    const work = async (item: number) => {
      if (item === 2) throw new Error('two');
      await turn();
      finished.push(item);
    };
    await expect(forEachParallel([1, 2, 3, 4, 5], 2, work)).rejects.toThrow('two');
    expect(finished).toEqual([1]);
  });
});

describe('allOf', () => {
  it('returns the values in the order of the work', async () => {
    const slow = turn().then(() => 'slow');
    expect(await allOf([slow, Promise.resolve(2), true])).toEqual(['slow', 2, true]);
    expect(await allOf([])).toEqual([]);
  });

  it('throws the first failure after all other work has ended', async () => {
    const finished: string[] = [];
    const slow = async (name: string) => {
      await turn();
      finished.push(name);
    };
    const failing = slow('second').then(() => Promise.reject(new Error('late')));
    await expect(allOf([slow('first'), Promise.reject(new Error('early')), failing])).rejects.toThrow(
      'early',
    );
    expect(finished.toSorted()).toEqual(['first', 'second']);
  });
});
