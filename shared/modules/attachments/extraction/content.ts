/** The text that is kept of a document: its pages put together, cleaned and cut. Pure. */
import { extractionLimits } from './limits.ts';

export interface Content {
  text: string;
  /** Text was left out: the file has more pages, or more text, than is kept. */
  truncated: boolean;
}

// Control characters except tabs, line ends and those from U+0080 on; byte order marks; U+FFFE and U+FFFF, which are no characters.
const invisible = /(?![\t\n\r\x80-\x9f])\p{Cc}|[\ufeff\ufffe\uffff]/gu;

// From the first blank of a run only: tried from each of them, a long run would take quadratic time.
const blanksBeforeLineEnd = /(?<![^\S\n])[^\S\n]+\n/g;

/** Without control characters, lone surrogates and space around it; every line ends alike. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll(blanksBeforeLineEnd, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The beginning of a text that fits into so many bytes of UTF-8; no character is cut in two. */
export function cutToBytes(text: string, bytes: number): string {
  const encoded = new TextEncoder();
  // At most three bytes for each UTF-16 unit: short texts need no counting.
  if (text.length * 3 <= bytes) return text;
  const { read } = encoded.encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

/** A page's number before its text, where there are several. */
const pageHeading = (page: number): string => `--- Page ${page} ---`;

/**
 * Puts pages together, `texts` in their order. A document of several pages gets a heading before each page that has
 * text; a single page has none.
 */
export function joinPages(texts: readonly string[]): string {
  const pages = texts.map(cleanText);
  if (pages.length === 1) return pages[0] ?? '';
  return pages
    .map((text, index) => (text === '' ? '' : `${pageHeading(index + 1)}\n${text}`))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** What is kept of a text. */
export function contentOf(text: string, leftOut = false): Content {
  const kept = cutToBytes(text, extractionLimits.contentBytes);
  return { text: kept, truncated: leftOut || kept.length < text.length };
}
