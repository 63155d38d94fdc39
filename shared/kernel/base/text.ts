/**
 * Counts texts in code points, and shortens them there: half of a surrogate pair is not valid text, and DynamoDB refuses
 * it.
 */

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The value if it is a text; otherwise null. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Whether the text has at most `max` characters. Counts like JSON Schema's `maxLength`: an emoji is one. */
export function hasAtMost(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && [...text].length <= max);
}

/**
 * The text with at most `maxUnits` UTF-16 units, its end replaced by `ending` if it is longer. The result is
 * well-formed Unicode for any text: lone surrogates become U+FFFD.
 */
export function truncate(text: string, maxUnits: number, ending = ''): string {
  if (text.length <= maxUnits) return text.toWellFormed();
  const end = maxUnits - ending.length;
  const isPairCut = isLowSurrogate(text.charCodeAt(end)) && !text.slice(0, end).isWellFormed();
  return `${text.slice(0, isPairCut ? end - 1 : end).toWellFormed()}${ending}`;
}

/** The last `maxUnits` UTF-16 units of a text, with an ellipsis in place of an omitted beginning. */
export function truncateStart(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text.toWellFormed();
  const start = text.length - maxUnits + 1;
  return `…${text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start).toWellFormed()}`;
}

/** The texts of a list, separated by commas; as in CSV, a text with a comma is in quotes: `"red, green",blue`. */
export const listedTexts = (list: string): string[] =>
  [...list.matchAll(/\s*"((?:[^"]|"")*)"\s*(?=,|$)|[^,]+/g)]
    .map(([written, quoted]) => quoted?.replaceAll('""', '"') ?? written.trim())
    .filter((text) => text.trim() !== '');
