import fc from 'fast-check';
import murmurhash from 'murmurhash';
import { normalizedStrategyValue } from 'unleash-client/lib/strategy/util.js';
import { PayloadType, selectVariantDefinition } from 'unleash-client/lib/variant.js';
import { describe, expect, it } from 'vitest';
import { chooseVariant, isInRollout } from '../../../../shared/modules/toggles/evaluation/buckets.ts';

const keys = Array.from({ length: 100_000 }, (_, index) => `user-${index}`);
const percentage = fc.integer({ min: 0, max: 100_000 }).map((buckets) => buckets / 1_000);
const salt = fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: undefined });

const input = (key: string, itsSalt?: string) => ({ group: 'new_checkout', salt: itsSalt, key });

describe('the hash', () => {
  // https://github.com/aappleby/smhasher and the test vectors of Wikipedia's article "MurmurHash".
  it.each([
    ['', 1, 0x514e28b7],
    ['The quick brown fox jumps over the lazy dog', 0, 0x2e4ff723],
    ['ππππππππ', 0x9747b28c, 0xd58063c1],
  ])('of %j with the seed %i is %i', (text, seed, expected) => {
    expect(murmurhash.v3(text, seed)).toBe(expected);
  });
});

describe('a rollout', () => {
  it('removes no user when it grows', () => {
    fc.assert(
      fc.property(percentage, percentage, fc.string(), salt, (one, other, key, itsSalt) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)];
        if (isInRollout(small, input(key, itsSalt))) {
          expect(isInRollout(large, input(key, itsSalt))).toBe(true);
        }
      }),
    );
  });

  it('of 0 % contains no user, and of 100 % all', () => {
    fc.assert(
      fc.property(fc.string(), salt, (key, itsSalt) => {
        expect(isInRollout(0, input(key, itsSalt))).toBe(false);
        expect(isInRollout(100, input(key, itsSalt))).toBe(true);
      }),
    );
  });

  it.each([0.1, 1, 10, 33.333, 50, 99.9])(
    'of %d % contains its share of 100 000 keys within 1 %',
    (share) => {
      const inside = keys.filter((key) => isInRollout(share, input(key))).length;
      expect(Math.abs(inside / 1_000 - share)).toBeLessThan(1);
    },
  );

  it.each([1, 10, 37, 50, 99])('of %d % contains the same users as Unleash', (share) => {
    for (const key of keys.slice(0, 10_000)) {
      const inUnleash = normalizedStrategyValue(key, 'new_checkout') <= share;
      expect(isInRollout(share, input(key))).toBe(inUnleash);
    }
  });

  it('contains other users with another salt', () => {
    const few = keys.slice(0, 10_000);
    const both = few.filter((key) => isInRollout(50, input(key)) && isInRollout(50, input(key, 'second')));
    expect(Math.abs(both.length / few.length - 0.25)).toBeLessThan(0.03);
  });
});

describe('a split', () => {
  const onOff = (weight: number) => [
    { name: 'on', weight },
    { name: 'off', weight: 100 - weight },
  ];
  const variants = [
    { name: 'a', weight: 20 },
    { name: 'b', weight: 30.5 },
    { name: 'c', weight: 49.4 },
    { name: 'd', weight: 0.1 },
  ];

  it('assigns each variant its weight within 1 % of 100 000 keys', () => {
    const chosen = Map.groupBy(keys, (key) => chooseVariant(variants, input(key))?.name ?? 'none');
    expect(chosen.has('none')).toBe(false);
    for (const { name, weight } of variants)
      expect(Math.abs((chosen.get(name) ?? []).length / 1_000 - weight)).toBeLessThan(1);
  });

  it('keeps all users of a first variant that grows', () => {
    fc.assert(
      fc.property(percentage, percentage, fc.string(), (one, other, key) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)];
        if (chooseVariant(onOff(small), input(key))?.name === 'on')
          expect(chooseVariant(onOff(large), input(key))?.name).toBe('on');
      }),
    );
  });

  it('always has a variant for every user', () => {
    fc.assert(
      fc.property(percentage, fc.string(), (weight, key) => {
        expect(chooseVariant(onOff(weight), input(key))).toBeDefined();
      }),
    );
  });

  it.each([[[1, 1]], [[33, 33, 33]], [[1, 49, 50]], [[500, 305, 195]], [[1, 2, 3, 0, 5]]])(
    'of the weights %j assigns the same variants as Unleash',
    (weights) => {
      const ours = weights.map((weight, index) => ({ name: `v${index}`, weight }));
      const payload = { type: PayloadType.STRING, value: '' };
      const ofUnleash = ours.map((variant) => ({ ...variant, stickiness: 'userId', payload }));
      for (const key of keys.slice(0, 3_000)) {
        const theirs = selectVariantDefinition('new_checkout', 'userId', ofUnleash, { userId: key });
        expect(chooseVariant(ours, input(key))?.name).toBe(theirs?.name);
      }
    },
  );

  it('of weights whose sum is no whole number gives each its share', () => {
    const weights = [
      { name: 'a', weight: 0.25 },
      { name: 'b', weight: 0.5 },
    ];
    const ofA = keys.filter((key) => chooseVariant(weights, input(key))?.name === 'a').length;
    expect(Math.abs(ofA / keys.length - 1 / 3)).toBeLessThan(0.01);
  });
});
