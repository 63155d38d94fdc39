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
  it('is migrated through every step to the current one, and keeps its key', () => {
    const old = parcel({ v: 1, weightKg: 12 });
    expect(upgraded(old, steps)).toEqual(parcel({ v: 3, weightKg: 12, weightGrams: 12_000, isHeavy: true }));
    expect(old).toEqual(parcel({ v: 1, weightKg: 12 }));
  });

  it('is migrated through missing steps only', () => {
    expect(upgraded(parcel({ v: 2, weightGrams: 5 }), steps)).toEqual(
      parcel({ v: 3, weightGrams: 5, isHeavy: false }),
    );
  });

  it('has version 1 by default', () => {
    expect(upgraded(parcel({ weightKg: 1 }), steps)).toMatchObject({ v: 3, weightGrams: 1_000 });
  });
});

describe('any other item', () => {
  it.each([
    ['of the current version', parcel({ v: 3 })],
    ['of a newer version', parcel({ v: 9, unknown: true })],
    ['of an entity without migrations', { pk: 'P', sk: 'S', entity: 'letter', v: 1 }],
    ['without an entity', { pk: 'P', sk: 'S' }],
  ])('%s is unchanged', (_, item) => {
    expect(upgraded(item, steps)).toBe(item);
  });
});

it('migration is idempotent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.integer(), (v, weightKg) => {
      const once = upgraded(parcel({ v, weightKg }), steps);
      expect(upgraded(once, steps)).toBe(once);
    }),
  );
});

it('an entity is written with the version of its last step', () => {
  expect(versionOf('parcel', steps)).toBe(3);
  expect(versionOf('letter', steps)).toBe(1);
  for (const [entity, own] of Object.entries(upgrades)) expect(versionOf(entity)).toBe(own.length + 1);
});
