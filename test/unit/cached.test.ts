import { describe, expect, it, vi } from 'vitest';
import { cached } from '../../shared/kernel/base/cached.ts';

describe('a cached function', () => {
  it('computes a value once, and again only after others were used', () => {
    const compute = vi.fn((text: string) => text.toUpperCase());
    const upperCase = cached(2, compute);
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(upperCase)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
    expect(compute.mock.calls.map(([text]) => text)).toEqual(['a', 'b', 'c', 'b']);
  });

  it('caches undefined results, and no errors', () => {
    const compute = vi.fn((text: string) => {
      if (text === 'bad') throw new Error('refused');
    });
    const checked = cached(2, compute);
    expect([checked('good'), checked('good')]).toEqual([undefined, undefined]);
    expect(() => checked('bad')).toThrow('refused');
    expect(() => checked('bad')).toThrow('refused');
    expect(compute).toHaveBeenCalledTimes(3);
  });
});
