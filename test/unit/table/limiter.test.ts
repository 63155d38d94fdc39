import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySlot, findSlot, slotNames } from '../../../shared/kernel/table/limiter.ts';

const nowMs = 1_000_000;
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('a slot', () => {
  it('is one of the existing slots', () => {
    const found = [0, 0.34, 0.67, 0.999].map((random) => anySlot(slotNames({ max: 3 }), random));
    expect(found).toEqual(['slot0', 'slot1', 'slot2', 'slot2']);
  });

  it('is free if it was never used, or has expired', () => {
    const slots = { slot0: nowMs + 1, slot1: nowMs, slot3: nowMs + 1, pk: 'other' };
    const found = [0, 0.5].map((random) => findSlot(slots, slotNames({ max: 4 }), { nowMs, random }));
    expect(found).toEqual([{ name: 'slot1' }, { name: 'slot2' }]);
  });

  it('becomes free in at least one second if all are taken', () => {
    const slots = { slot0: nowMs + 9_000, slot1: nowMs + 2_001, slot2: nowMs - 1 };
    expect(findSlot(slots, slotNames({ max: 2 }), { nowMs, random: 0 })).toEqual({ freeInSeconds: 3 });
    expect(findSlot({ slot0: nowMs + 1 }, ['slot0'], { nowMs, random: 0 })).toEqual({ freeInSeconds: 1 });
  });

  it('is never a taken one', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), randoms, (taken, random) => {
        const slots = Object.fromEntries(
          taken.map((isTaken, index) => [`slot${index}`, isTaken ? nowMs + 5_000 : nowMs - 5_000]),
        );
        const found = findSlot(slots, slotNames({ max: taken.length }), { nowMs, random });
        if ('name' in found) expect(slots[found.name]).toBeLessThan(nowMs);
        else expect(taken).not.toContain(false);
      }),
    );
  });
});

describe('the slots of a holder', () => {
  const of = (name: string, max = 5) => slotNames({ max: 20, holder: { name, max } });

  it('are as many different slots as it may hold, always the same ones', () => {
    expect(new Set(of('192.0.2.1')).size).toBe(5);
    expect(of('192.0.2.1')).toEqual(of('192.0.2.1'));
    expect(slotNames({ max: 20 })).toEqual(expect.arrayContaining(of('192.0.2.1')));
  });

  it('leave others free slots', () => {
    const taken = of('192.0.2.1');
    const others = Array.from({ length: 50 }, (_, index) => of(`198.51.100.${index}`));
    for (const names of others) expect(names.some((name) => !taken.includes(name))).toBe(true);
  });

  it('are all slots for a holder with a larger limit', () => {
    expect(of('192.0.2.1', 30)).toEqual(slotNames({ max: 20 }));
  });
});
