/** The help of the administrator's tool. */
import { expect, it } from 'vitest';
import { flags } from '../../../bin/admin/flags.ts';

it('describes each option by a text of its own', () => {
  const texts = Object.values(flags).map(([, text]) => text);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});
