import { describe, expect, it } from 'vitest';
import { partsWithin } from '../../../lib/local/lambda/queue-mapping.ts';

const ofBytes = (...sizes: number[]) => sizes.map((bytes) => ({ bytes }));

describe('a batch of messages', () => {
  it('is passed to its function in as many invocations as the size limit requires', () => {
    const around = Buffer.byteLength('{"Records":[]}');
    const max = around + 100;
    expect(partsWithin(ofBytes(40, 60, 1, 99, 1), max)).toEqual([
      ofBytes(40, 60),
      ofBytes(1, 99),
      ofBytes(1),
    ]);
    expect(partsWithin(ofBytes(200, 1), max)).toEqual([ofBytes(200), ofBytes(1)]);
    expect(partsWithin([], max)).toEqual([]);
  });

  it('of ten of the largest messages never exceeds the payload limit of Lambda', () => {
    const parts = partsWithin(Array.from({ length: 10 }, () => ({ bytes: 1_048_576 })));
    expect(parts.map(({ length }) => length)).toEqual([5, 5]);
  });
});
