/** The form in which names are compared and searched: what people see, not how it is encoded. Pure. */
import { composeCompatible, decompose } from './linear-text.ts';

/** Zero-width, bidirectional and filler characters, variation selectors, soft hyphens. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu;

/** What full case folding does beyond lower case: https://www.unicode.org/Public/UNIDATA/CaseFolding.txt */
export const foldCase = (text: string): string =>
  text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ');

/**
 * The form of a searched text and of the search: composed, case-folded, without invisible characters. Compatibility forms
 * such as full-width letters and ligatures are normalized as well.
 */
function comparedText(text: string): string {
  // ASCII, the usual case, needs no normalization.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return composeCompatible(foldCase(composeCompatible(text.replaceAll(invisible, ''))));
}

/** The form in which names are unique or reserved: the same, with single blanks. */
export const comparedName = (name: string): string => comparedText(name).replaceAll(/\s+/g, ' ').trim();

/** The form in which texts are searched: the Turkish letters `İ` and `ı` are found as `i`, as they are often typed. */
const searchedText = (text: string): string => comparedText(text).replaceAll(/i\u0307|ı/g, 'i');

/** Whether a text contains the search, in the searched form of both. */
export const contains = (text: string, search: string): boolean =>
  searchedText(text).includes(searchedText(search));

/** The same for many texts: the search is normalized once. */
export function containing(search: string): (text: string | null | undefined) => boolean {
  const needle = searchedText(search);
  return (text) => text != null && searchedText(text).includes(needle);
}

/** The form in which texts are sorted: `é` is beside `e`, not after `z`. */
export const sortedText = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text.toLowerCase()
    : foldCase(decompose(text)).replaceAll(/[\u0300-\u036f]+/g, '');

/** Compares texts in this order. */
export function compareTexts(left: string, right: string): number {
  const [a, b] = [sortedText(left), sortedText(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}
