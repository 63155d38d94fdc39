/** Text functions with linear time where a regular expression takes quadratic time on a caller's text. Pure. */

/**
 * Removes all `characters` at the end of a text. A regular expression such as `/[._]+$/` tries each character of a run
 * that is not at the end, and reads the rest of the run each time.
 */
export function stripEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes all `characters` at the beginning and the end of a text. */
export function strip(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return stripEnd(text.slice(start), characters);
}

/**
 * Normalization sorts the marks on a letter in quadratic time. No script needs more than 30 of them.
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const maxMarks = 30;
/** The two half-width letters become marks. */
const heapOfMarks = /[\p{M}\uff9e\uff9f]+/gu;

function cutHeap(marks: string): string {
  if (marks.length <= maxMarks) return marks;
  // A mark has one or two UTF-16 units.
  return [...marks.slice(0, 2 * maxMarks)].slice(0, maxMarks).join('');
}

/** The text with at most 30 marks on a letter: the collation of texts also sorts them. */
export const withoutHeaps = (text: string): string =>
  text.length <= maxMarks ? text : text.replaceAll(heapOfMarks, cutHeap);

/** The text in Unicode form NFC: a letter and its accents are one character. At most 30 marks are kept on a letter. */
export function compose(text: string): string {
  return withoutHeaps(text).normalize('NFC');
}

/** The text in Unicode form NFKC: compatibility forms, such as full-width letters, become the usual ones. */
export function composeCompatible(text: string): string {
  return withoutHeaps(text).normalize('NFKC');
}

/** The text in Unicode form NFKD: accents are characters of their own. At most 30 marks are kept on a letter. */
export function decompose(text: string): string {
  return withoutHeaps(text).normalize('NFKD');
}

/** Comparisons of characters that take some milliseconds. */
const maxComparisons = 10_000_000;

/** The length of the longest proper beginning that is also an end, of each beginning of a text. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let border = 0;
  for (let at = 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (border > 0 && text.charCodeAt(border) !== unit) border = borders[border - 1] ?? 0;
    if (text.charCodeAt(border) === unit) border += 1;
    borders[at] = border;
  }
  return borders;
}

/**
 * Whether the native search may be used. Its time grows with the product of both lengths: such as for a run of one letter, and
 * a part of the same letter with another one in its middle.
 */
const isShort = (text: string, part: string): boolean => text.length * part.length <= maxComparisons;

/** The positions of a part, without overlap, by the algorithm of Knuth, Morris and Pratt. */
function* positionsOf(text: string, part: string): Generator<number> {
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched += 1;
    if (matched < part.length) continue;
    yield at - part.length + 1;
    matched = 0;
  }
}

/** What `text.indexOf(part)` returns. */
export const indexOfText = (text: string, part: string): number =>
  isShort(text, part) ? text.indexOf(part) : (positionsOf(text, part).next().value ?? -1);

const reversed = (text: string): string => text.split('').reverse().join('');

/** What `text.lastIndexOf(part)` returns. */
export function lastIndexOfText(text: string, part: string): number {
  if (isShort(text, part)) return text.lastIndexOf(part);
  const at = indexOfText(reversed(text), reversed(part));
  return at < 0 ? -1 : text.length - part.length - at;
}

/** What `text.includes(part)` returns. */
export const includesText = (text: string, part: string): boolean => indexOfText(text, part) >= 0;

/** What `text.split(part)` returns. */
export function splitText(text: string, part: string): string[] {
  if (isShort(text, part)) return text.split(part);
  const parts: string[] = [];
  let from = 0;
  for (const at of positionsOf(text, part)) {
    parts.push(text.slice(from, at));
    from = at + part.length;
  }
  parts.push(text.slice(from));
  return parts;
}
