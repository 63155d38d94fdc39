/** Texts of any characters for property tests. */
import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };
const lastCharacter = 0x10ffff;

/** Throws for anything but one character: fast-check calls it to test whether a text could be generated here. */
function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character)
    throw new Error('The text must be one character.');
  return code < surrogates.first ? code : code - surrogates.count;
}

/**
 * Like fast-check's own unit `binary`: any character except halves of surrogate pairs. That unit builds a table of all
 * million characters before the first text, which takes a second.
 */
const character = fc
  .nat({ max: lastCharacter - surrogates.count })
  .map((index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count), indexOf);

/** Any text, including dangerous ones such as `__proto__`. */
export function anyText(limits: fc.StringConstraints = {}): fc.Arbitrary<string> {
  return fc.string({ ...limits, unit: character });
}
