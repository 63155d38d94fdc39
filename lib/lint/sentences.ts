/** Limits the length of sentences in Markdown. */

export const maxSentenceWords = 36;

export interface LongSentence {
  line: number;
  words: number;
  beginning: string;
}

/** Keeps line breaks, so that positions stay the same. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** The prose of a page, without code blocks, tables and headings; code and links count as one word. */
function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^```[\s\S]*?^```$/gm, blank)
    .replaceAll(/^(?:\||#|<!--).*$/gm, blank)
    .replaceAll(/`[^`]*`/g, (code) => `code${code.replaceAll(/[^\n]/g, '')}`)
    .replaceAll(/\]\([^)]*\)/g, ']');
}

/** A paragraph or list item ends a sentence, like punctuation. */
const sentenceEnd = /(?<=[.!?:;])["”)\]*]*\s+|\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/;

/** Sentences with more than the maximum number of words, with their first lines. */
export function longSentences(markdown: string, maxWords = maxSentenceWords): LongSentence[] {
  const prose = proseOf(markdown);
  const found: LongSentence[] = [];
  let from = 0;
  for (const sentence of prose.split(sentenceEnd)) {
    const at = prose.indexOf(sentence, from);
    from = at + sentence.length;
    const words = sentence.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word));
    if (words.length <= maxWords) continue;
    const before = prose.slice(0, at + (sentence.length - sentence.trimStart().length));
    found.push({
      line: before.split('\n').length,
      words: words.length,
      beginning: words.slice(0, 6).join(' '),
    });
  }
  return found;
}
