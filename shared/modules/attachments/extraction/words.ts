/** Splits texts and searches into words. Pure. */
import { composeCompatible, decompose } from '../../../kernel/base/linear-text.ts';
import { extractionLimits } from './limits.ts';

const run = /[\p{L}\p{N}\p{M}]+/gu;
const marks = /\p{M}+/gu;

/** Scripts that put no blanks between words. */
const needsDictionary =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Invisible characters inside words. A hyphen that is shown at the end of a line only may be followed by that end. */
const insideWords = /\u00ad\n?|(?!\u200b)\p{Default_Ignorable_Code_Point}/gu;

let segmenter: Intl.Segmenter | undefined;

/** The words of a run of letters, marks and digits: the run itself, unless a script in it needs a dictionary. */
function* wordsOfRun(text: string): Generator<string> {
  if (!needsDictionary.test(text)) return yield text;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/**
 * Converts to lower case without accents, so that `Grunwald` finds `Grünwald`, and `STRASSE` finds `Straße`; compatibility
 * forms (ligatures, full width) are normalized. Applied to texts and searches.
 */
export function foldText(text: string): string {
  return decompose(text).replaceAll(marks, '').toLowerCase().replaceAll('ß', 'ss').normalize('NFKC');
}

const ideographs = /^\p{Script=Han}{3,}$/u;

/** Words inside a longer one of ideographs, of which most have two: `北京` in `北京市`. */
function* innerWords(word: string): Generator<string> {
  if (!ideographs.test(word)) return;
  const characters = [...word];
  for (let at = 1; at < characters.length; at += 1) yield characters.slice(at - 1, at + 1).join('');
}

/** Yields the words of a text in order. A word that is written differently is repeated. Single letters of alphabets are left out. */
function* wordsIn(text: string): Generator<string> {
  const runs = composeCompatible(text.replaceAll(insideWords, ''))
    .matchAll(run)
    .map(([letters]) => letters);
  // Segmented before the marks are removed: in Thai, Lao and Khmer, they are vowels.
  for (const letters of distinct(runs))
    yield* Iterator.from(wordsOfRun(letters)).map(foldText).filter(isWord);
}

/** Yields each word once. */
function* distinct(words: Iterable<string>): Generator<string> {
  const seen = new Set<string>();
  for (const word of words) {
    if (seen.has(word)) continue;
    seen.add(word);
    yield word;
  }
}

/** A single digit or ideograph is a word, a single letter is not. */
function isWord(text: string): boolean {
  const characters = [...text].length;
  if (characters > extractionLimits.wordCharacters) return false;
  return characters > 1 || /[\p{N}\p{Lo}]/u.test(text);
}

/** A word that a hyphen breaks at the end of a line. The hyphen may also belong to it, as in `part-time`. */
const brokenWord = /(?<![\p{L}\p{M}])([\p{L}\p{M}]+)[-\u2010]\n[^\S\n]*(\p{Ll}[\p{L}\p{M}]*)/gu;

/**
 * Returns the words to index: the first `extractionLimits.words` distinct words, with the words inside them. A word that is
 * broken at the end of a line is indexed whole, too.
 */
export function indexWords(text: string): string[] {
  const words = wordsIn(text.replaceAll(brokenWord, '$& $1$2')).flatMap((word) => [
    word,
    ...innerWords(word),
  ]);
  return distinct(words).take(extractionLimits.words).toArray();
}

/** Returns the words of a search; a text must contain all of them. */
export function searchWords(search: string): string[] {
  return [...distinct(wordsIn(search))];
}
