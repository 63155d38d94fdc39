import { describe, expect, it } from 'vitest';
import { corpus } from '../../../lib/lab/bench/corpus/corpus.ts';
import { letterShare } from '../../../lib/lab/bench/corpus/letters.ts';
import { readDocument } from '../../../shared/modules/attachments/extraction/document-reader.ts';

describe('a reader finds every line in its place, in a', () => {
  it.each(corpus)('$name', async ({ kind, bytes, charset, lines, warnings = [] }) => {
    const { pages, warnings: named } = await readDocument(kind, bytes, { charset });
    expect(pages.join('\n').split(/\n+/)).toEqual(lines);
    expect(named).toEqual(warnings);
  });
});

it.each([
  ['Größe 47', 'Größe 47', 7, 1],
  ['ﬁne', 'fine', 4, 1],
  ['ab', 'aabb', 4, 0.5],
  ['zyx', 'xyz', 3, 1],
  ['', '-- !', 0, 1],
])('%j has the letters of %j', (found, wanted, expected, share) => {
  expect(letterShare(found, wanted)).toEqual({ expected, share });
});
