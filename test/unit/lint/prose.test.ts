/** Lint reports banned words and long sentences. */
import { describe, expect, it } from 'vitest';
import { longSentences } from '../../../lib/lint/sentences.ts';
import { wordProblems } from '../../../lib/lint/words.ts';

describe('words', () => {
  it.each([
    ['in prose', '// Whoever holds the lease.'],
    ['in a name', 'const nobodysKey = 1;'],
    ['in a file name', 'test/faults/sync-storm.ts'],
    ['as a type', 'interface Told {}'],
    ['as a function', 'await tellOfDispute(event);'],
    ['as a phrase', 'The queue is told twice.'],
    ['in a comment about failures', 'What fails for one run leaves the others alone.'],
    ['in a comment about leases', 'Until then the run is in the hands of its worker.'],
    ['in a description', 'When it was first heard of.'],
    ['of the bench', 'const kneeOf = 1;'],
    ['of a limit', 'const mostRetries = 5;'],
    ['of a request', 'interface Asker {}'],
  ])('are refused %s', (_, text) => {
    const problem = { line: 1, found: expect.any(String), instead: expect.stringMatching(/\w/) };
    expect(wordProblems(text)).toEqual([problem]);
  });

  it.each(['A rule may nest groups.', 'const hasNoBody = true;', 'toldAtMs: 0', 'It took place in May.'])(
    'are accepted as parts of other words: %s',
    (text) => {
      expect(wordProblems(text)).toEqual([]);
    },
  );

  it('are reported with their line', () => {
    expect(wordProblems('one\ntwo\nsomebody')).toMatchObject([{ line: 3, found: 'somebody' }]);
  });
});

describe('sentences', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

  it('that are too long are reported with their line', () => {
    expect(longSentences(`# Title\n\nShort one. ${words(9)}\nand more.\n`, 9)).toEqual([
      { line: 3, words: 11, beginning: 'word0 word1 word2 word3 word4 word5' },
    ]);
  });

  it.each([
    ['end at a mark', `${words(9)}. ${words(9)}; ${words(9)}.`],
    ['end with a paragraph', `${words(9)}\n\n${words(9)}`],
    ['end with a list item', `- ${words(9)}\n- ${words(9)}`],
    ['are not checked in code', `\`\`\`sh\n${words(20)}\n\`\`\``],
    ['are not checked in tables', `| ${words(20)} |`],
    ['count code as a word', `${words(8)} \`${words(20)}\`.`],
  ])('%s', (_, markdown) => {
    expect(longSentences(markdown, 9)).toEqual([]);
  });
});
