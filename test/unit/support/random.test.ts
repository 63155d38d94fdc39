import { expect, it } from 'vitest';
import { randomBetween, seededRandom } from '../../../lib/lab/faults/random.ts';

const draw = (purpose: string, seed: number) => {
  const random = seededRandom(purpose, seed);
  return Array.from({ length: 1_000 }, random);
};

it('returns the same numbers for the same seed and purpose, and other ones for others', () => {
  expect(draw('kills', 7)).toEqual(draw('kills', 7));
  expect(draw('kills', 7)).not.toEqual(draw('kills', 8));
  expect(draw('kills', 7)).not.toEqual(draw('responses', 7));
});

it('distributes its numbers over the whole range', () => {
  const drawn = draw('kills', 7);
  expect(Math.min(...drawn)).toBeLessThan(0.02);
  expect(Math.max(...drawn)).toBeGreaterThan(0.98);
  expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
  const random = seededRandom('integers', 7);
  const integers = Array.from({ length: 100 }, () => randomBetween(random, 3, 6));
  expect([...new Set(integers)].toSorted()).toEqual([3, 4, 5]);
});

it('refuses a seed that is not an integer', () => {
  expect(() => seededRandom('kills', Number('x'))).toThrow('FAULT_SEED must be an integer.');
});
