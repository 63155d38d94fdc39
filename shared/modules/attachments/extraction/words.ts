/** The words by which a text is found. Pure. */
import { decompose } from '../../../kernel/text/linear-text.ts';
import { extractionLimits } from './limits.ts';

const word = /[\p{L}\p{N}\p{M}]+/gu;
const marks = /\p{M}+/gu;

/**
 * Lower case and without accents, so that who types `Grunwald` finds `Grünwald`; compatible forms (ligatures, full
 * width) are one. Applied to texts and searches alike.
 */
export function foldText(text: string): string {
  return decompose(text).replaceAll(marks, '').toLowerCase().normalize('NFKC');
}

/** The words of a text in the order of their first use, each once. Single letters of alphabets are none. */
function* wordsIn(text: string): Generator<string> {
  const seen = new Set<string>();
  for (const [found] of foldText(text).matchAll(word)) {
    if (seen.has(found) || !isWord(found)) continue;
    seen.add(found);
    yield found;
  }
}

/** A digit or an ideograph is a word by itself, a letter is not. */
function isWord(text: string): boolean {
  const characters = [...text].length;
  if (characters > extractionLimits.wordCharacters) return false;
  return characters > 1 || /[\p{N}\p{Lo}]/u.test(text);
}

/** The words that are indexed: the first `extractionLimits.words` different ones. */
export function indexWords(text: string): string[] {
  return wordsIn(text).take(extractionLimits.words).toArray();
}

/** The words of a search; all of them must be in a text. */
export function searchWords(search: string): string[] {
  return [...wordsIn(search)];
}
