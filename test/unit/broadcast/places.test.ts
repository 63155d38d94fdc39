import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPlace, findPlace } from '../../../shared/broadcast/places.ts';

const nowMs = 1_000_000;
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('a place', () => {
  it('is one of those that there are', () => {
    expect([0, 0.34, 0.67, 0.999].map((random) => anyPlace(3, random))).toEqual([
      'place0',
      'place1',
      'place2',
      'place2',
    ]);
  });

  it('is free when nobody had it, or its time is over', () => {
    const places = { place0: nowMs + 1, place1: nowMs, place3: nowMs + 1, pk: 'other' };
    const found = [0, 0.5].map((random) => findPlace(places, 4, { nowMs, random }));
    expect(found).toEqual([{ name: 'place1' }, { name: 'place2' }]);
  });

  it('is free in so many seconds when all are taken, at least one', () => {
    const places = { place0: nowMs + 9_000, place1: nowMs + 2_001, place2: nowMs - 1 };
    expect(findPlace(places, 2, { nowMs, random: 0 })).toEqual({ freeInSeconds: 3 });
    expect(findPlace({ place0: nowMs + 1 }, 1, { nowMs, random: 0 })).toEqual({ freeInSeconds: 1 });
  });

  it('is never one that is taken', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), randoms, (taken, random) => {
        const places = Object.fromEntries(
          taken.map((isTaken, index) => [`place${index}`, isTaken ? nowMs + 5_000 : nowMs - 5_000]),
        );
        const found = findPlace(places, taken.length, { nowMs, random });
        if ('name' in found) expect(places[found.name]).toBeLessThan(nowMs);
        else expect(taken).not.toContain(false);
      }),
    );
  });
});
