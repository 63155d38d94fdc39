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

/** The text in Unicode form NFC: a letter and its accents are one character. At most 30 marks are kept on a letter. */
export function compose(text: string): string {
  return text.replaceAll(heapOfMarks, cutHeap).normalize('NFC');
}

/** The text in Unicode form NFKD: accents are characters of their own. At most 30 marks are kept on a letter. */
export function decompose(text: string): string {
  return text.replaceAll(heapOfMarks, cutHeap).normalize('NFKD');
}
