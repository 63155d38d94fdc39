import { describe, expect, it } from 'vitest';
import { excerptOf } from '../../../lib/console/attachments/excerpt.ts';

/** The excerpt as one text, matches in brackets. */
const shown = (text: string, searched: string): string =>
  excerptOf(text, searched)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

const filler = 'word '.repeat(60);

describe('the excerpt of a text', () => {
  it.each([
    ['marks whole words in any case', 'Vase, not vases', 'VASE', '[Vase], not vases'],
    ['marks words without their accents', 'Über Café', 'uber cafe', '[Über] [Café]'],
    ['shows the beginning if nothing matches', 'Some text', 'other', 'Some text'],
    ['is empty for an empty text', '', 'word', ''],
    ['shows text unchanged', '<b>vase</b>', 'vase', '<b>[vase]</b>'],
    ['joins lines', 'one\n\n two', 'two', 'one [two]'],
    ['counts two code units as one character', '🏺 vase 🏺', 'vase', '🏺 [vase] 🏺'],
  ])('%s', (_, text, searched, expected) => {
    expect(shown(text, searched)).toBe(expected);
  });

  it('starts with a whole word before the match, with an ellipsis', () => {
    const excerpt = shown(`${filler}vase ${filler}`, 'vase');
    expect(excerpt).toMatch(/^… (?:word )+\[vase\] /);
    expect(excerpt).toMatch(/ …$/);
    expect(excerpt.length).toBeLessThan(180);
  });
});
