import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Upgrades, upgraded, upgrades, versionOf } from '../../../shared/kernel/table/schema.ts';

const steps: Upgrades = {
  parcel: [
    (item) => ({ ...item, weightGrams: Number(item.weightKg) * 1_000 }),
    (item) => ({ ...item, isHeavy: Number(item.weightGrams) > 10_000, pk: 'elsewhere' }),
  ],
};
const parcel = (fields: object) => ({ pk: 'P', sk: 'S', entity: 'parcel', ...fields });

describe('an item of an older version', () => {
  it('takes every step to the present one, and keeps its key', () => {
    const old = parcel({ v: 1, weightKg: 12 });
    expect(upgraded(old, steps)).toEqual(parcel({ v: 3, weightKg: 12, weightGrams: 12_000, isHeavy: true }));
    expect(old).toEqual(parcel({ v: 1, weightKg: 12 }));
  });

  it('takes only the steps that it lacks', () => {
    expect(upgraded(parcel({ v: 2, weightGrams: 5 }), steps)).toEqual(
      parcel({ v: 3, weightGrams: 5, isHeavy: false }),
    );
  });

  it('counts as version 1 when it says nothing', () => {
    expect(upgraded(parcel({ weightKg: 1 }), steps)).toMatchObject({ v: 3, weightGrams: 1_000 });
  });
});

describe('any other item', () => {
  it.each([
    ['of the present version', parcel({ v: 3 })],
    ['of a version that newer code wrote', parcel({ v: 9, unknown: true })],
    ['of an entity that never changed', { pk: 'P', sk: 'S', entity: 'letter', v: 1 }],
    ['without an entity', { pk: 'P', sk: 'S' }],
  ])('%s is left as it is', (_, item) => {
    expect(upgraded(item, steps)).toBe(item);
  });
});

it('upgrading twice is upgrading once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.integer(), (v, weightKg) => {
      const once = upgraded(parcel({ v, weightKg }), steps);
      expect(upgraded(once, steps)).toBe(once);
    }),
  );
});

it('an entity is written in the version behind its last step', () => {
  expect(versionOf('parcel', steps)).toBe(3);
  expect(versionOf('letter', steps)).toBe(1);
  for (const [entity, own] of Object.entries(upgrades)) expect(versionOf(entity)).toBe(own.length + 1);
});
