/** Splits texts and searches into words. Pure. */
import { decompose } from '../../../kernel/text/linear-text.ts';
import { extractionLimits } from './limits.ts';

const word = /[\p{L}\p{N}\p{M}]+/gu;
const marks = /\p{M}+/gu;

/**
 * Converts to lower case without accents, so that `Grunwald` finds `Grünwald`; compatibility forms (ligatures, full width)
 * are normalized. Applied to texts and searches.
 */
export function foldText(text: string): string {
  return decompose(text).replaceAll(marks, '').toLowerCase().normalize('NFKC');
}

/** Yields the distinct words of a text in order. Single letters of alphabets are left out. */
function* wordsIn(text: string): Generator<string> {
  const seen = new Set<string>();
  for (const [match] of foldText(text).matchAll(word)) {
    if (seen.has(match) || !isWord(match)) continue;
    seen.add(match);
    yield match;
  }
}

/** A single digit or ideograph is a word, a single letter is not. */
function isWord(text: string): boolean {
  const characters = [...text].length;
  if (characters > extractionLimits.wordCharacters) return false;
  return characters > 1 || /[\p{N}\p{Lo}]/u.test(text);
}

/** Returns the words to index: the first `extractionLimits.words` distinct words. */
export function indexWords(text: string): string[] {
  return wordsIn(text).take(extractionLimits.words).toArray();
}

/** Returns the words of a search; a text must contain all of them. */
export function searchWords(search: string): string[] {
  return [...wordsIn(search)];
}
