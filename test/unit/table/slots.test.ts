import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySlot, findSlot } from '../../../shared/kernel/table/slots.ts';

const nowMs = 1_000_000;
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('a slot', () => {
  it('is one of the existing slots', () => {
    expect([0, 0.34, 0.67, 0.999].map((random) => anySlot(3, random))).toEqual([
      'slot0',
      'slot1',
      'slot2',
      'slot2',
    ]);
  });

  it('is free if it was never used, or has expired', () => {
    const slots = { slot0: nowMs + 1, slot1: nowMs, slot3: nowMs + 1, pk: 'other' };
    const found = [0, 0.5].map((random) => findSlot(slots, 4, { nowMs, random }));
    expect(found).toEqual([{ name: 'slot1' }, { name: 'slot2' }]);
  });

  it('becomes free in at least one second if all are taken', () => {
    const slots = { slot0: nowMs + 9_000, slot1: nowMs + 2_001, slot2: nowMs - 1 };
    expect(findSlot(slots, 2, { nowMs, random: 0 })).toEqual({ freeInSeconds: 3 });
    expect(findSlot({ slot0: nowMs + 1 }, 1, { nowMs, random: 0 })).toEqual({ freeInSeconds: 1 });
  });

  it('is never a taken one', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), randoms, (taken, random) => {
        const slots = Object.fromEntries(
          taken.map((isTaken, index) => [`slot${index}`, isTaken ? nowMs + 5_000 : nowMs - 5_000]),
        );
        const found = findSlot(slots, taken.length, { nowMs, random });
        if ('name' in found) expect(slots[found.name]).toBeLessThan(nowMs);
        else expect(taken).not.toContain(false);
      }),
    );
  });
});
