import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FirstRows, hitsOfAll } from '../../../shared/modules/attachments/extraction/ordered-hits.ts';

const hits = (numbers: readonly number[]) =>
  numbers.map((number) => ({ sk: String(number).padStart(6, '0') }));

/** The hits in pages, with the number of pages read. */
function pages(numbers: readonly number[], size: number) {
  const read = { pages: 0 };
  const generator = async function* () {
    for (let at = 0; at < numbers.length; at += size) {
      read.pages += 1;
      yield hits(numbers.slice(at, at + size));
    }
  };
  return { read, stream: { [Symbol.asyncIterator]: generator } };
}

const some = fc
  .uniqueArray(fc.nat(60), { maxLength: 60 })
  .map((numbers) => numbers.toSorted((a, b) => a - b));

describe('the hits of all words', () => {
  it('are the common ones of all words, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(some, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        async (words, size) => {
          const common = words.reduce((left, right) => left.filter((number) => right.includes(number)));
          const streams = words.map((numbers) => pages(numbers, size).stream);
          expect(await Array.fromAsync(hitsOfAll(streams))).toEqual(hits(common));
        },
      ),
    );
  });

  it('are read only up to the last hit of each word, and not at all if a word has none', async () => {
    const everywhere = Array.from({ length: 1_000 }, (_, index) => index);
    const [common, rare, none, unread] = [
      pages(everywhere, 10),
      pages([25], 10),
      pages([], 10),
      pages([1], 10),
    ];
    expect(await Array.fromAsync(hitsOfAll([common.stream, rare.stream]))).toEqual(hits([25]));
    expect(common.read.pages).toBeLessThan(5);
    expect(await Array.fromAsync(hitsOfAll([rare.stream, none.stream, unread.stream]))).toEqual([]);
    expect(unread.read.pages).toBe(0);
  });
});

describe('the first rows', () => {
  it('are the first of all in order, with the total', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (numbers, wanted) => {
        const first = new FirstRows<number>(wanted, (a, b) => a - b);
        for (const number of numbers) first.add(number);
        expect(first.rows()).toEqual(numbers.toSorted((a, b) => a - b).slice(0, wanted));
        expect(first.total).toBe(numbers.length);
      }),
    );
  });

  it('are all rows if the limit equals the total', () => {
    const all = new FirstRows<number>(Number.POSITIVE_INFINITY, (a, b) => a - b);
    for (const number of [3, 1, 2]) all.add(number);
    expect(all.rows()).toEqual([1, 2, 3]);
  });
});
