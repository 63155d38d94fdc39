import { expect, it } from 'vitest';
import { isEqualInConstantTime } from '../../../shared/kernel/base/constant-time.ts';

it.each<[string | Uint8Array, string | Uint8Array, boolean]>([
  ['secret', 'secret', true],
  ['secret', 'secreT', false],
  ['secret', 'secret1', false],
  ['', '', true],
  ['ü', Buffer.from('ü'), true],
  [Buffer.from([1, 2]), Buffer.from([1, 3]), false],
])('compares %o with %o: %s', (left, right, expected) => {
  expect(isEqualInConstantTime(left, right)).toBe(expected);
});
