import { describe, expect, it } from 'vitest';
import { partsWithin } from '../../../lib/local/lambda/queue-mapping.ts';

describe('a batch of messages', () => {
  it('is passed to its function in as many invocations as the size limit requires', () => {
    const around = Buffer.byteLength('{"Records":[]}');
    const max = around + 100;
    expect(partsWithin([40, 60, 1, 99, 1], max)).toEqual([
      { first: 0, end: 2 },
      { first: 2, end: 4 },
      { first: 4, end: 5 },
    ]);
    expect(partsWithin([200, 1], max)).toEqual([
      { first: 0, end: 1 },
      { first: 1, end: 2 },
    ]);
    expect(partsWithin([], max)).toEqual([]);
  });

  it('of ten of the largest messages never exceeds the payload limit of Lambda', () => {
    const parts = partsWithin(Array.from({ length: 10 }, () => 1_048_576));
    expect(parts.map(({ first, end }) => end - first)).toEqual([5, 5]);
  });
});
