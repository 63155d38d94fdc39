/** Joins, cleans and truncates the text of a document. Pure. */
import { responseBytes } from '../../../kernel/base/json.ts';
import { extractionLimits } from './limits.ts';

export interface Content {
  text: string;
  /** Whether pages or text were left out. */
  truncated: boolean;
  /** Names what could not be read. */
  warnings: string[];
}

// Control characters except tabs, line ends and those from U+0080; byte order marks; U+FFFE and U+FFFF.
const invisible = /(?![\t\n\r\x80-\x9f])\p{Cc}|[\ufeff\ufffe\uffff]/gu;

// Matches from the first blank of a run only; otherwise a long run would take quadratic time.
const blanksBeforeLineEnd = /(?<![^\S\n])[^\S\n]+\n/g;

/** Removes control characters, lone surrogates and surrounding space, and normalizes line ends. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll(blanksBeforeLineEnd, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Truncates a text to a number of UTF-8 bytes without splitting characters. */
export function cutToBytes(text: string, bytes: number): string {
  const encoded = new TextEncoder();
  // A UTF-16 unit has at most three bytes, so short texts need no counting.
  if (text.length * 3 <= bytes) return text;
  const { read } = encoded.encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

/** Truncates a text to what a response can contain. */
export function cutToResponse(text: string): string {
  const { responseBytes: maxBytes } = extractionLimits;
  let kept = text;
  // Each cut is a little too large, because the rest may have more quotes than the whole.
  for (let bytes = responseBytes(kept); bytes > maxBytes; bytes = responseBytes(kept))
    kept = cutToBytes(kept, Math.floor((0.95 * Buffer.byteLength(kept) * maxBytes) / bytes));
  return kept;
}

/** Maximum number of pages that a warning names. */
const maxListedPages = 10;

/** Heading of a page in a document with several pages. */
const pageHeading = (page: number): string => `--- Page ${page} ---`;

/**
 * Joins the texts of pages. In a document with several pages, each page with text gets a heading.
 */
export function joinPages(texts: readonly string[]): string {
  const pages = texts.map(cleanText);
  if (pages.length === 1) return pages[0] ?? '';
  return pages
    .map((text, index) => (text === '' ? '' : `${pageHeading(index + 1)}\n${text}`))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Truncates a text to the stored maximum, and its warnings to what the row can contain. */
export function contentOf(
  text: string,
  { leftOut = false, warnings = [] }: { leftOut?: boolean; warnings?: readonly string[] } = {},
): Content {
  const kept = cutToBytes(text, extractionLimits.contentBytes);
  const { warnings: maxWarnings, warningBytes } = extractionLimits;
  const shown = warnings.length > maxWarnings ? warnings.slice(0, maxWarnings - 1) : warnings;
  const rest = warnings.length - shown.length;
  return {
    text: kept,
    truncated: leftOut || kept.length < text.length,
    warnings: [
      ...shown.map((warning) => cutToBytes(warning, warningBytes)),
      ...(rest > 0 ? [`${rest} more parts could not be read.`] : []),
    ],
  };
}

/** Lists page numbers, for example `pages 2, 3 and 7`. */
export function pageList(numbers: readonly number[]): string {
  const shown = numbers.slice(0, maxListedPages).map(String);
  const rest = numbers.length - shown.length;
  const last = rest > 0 ? `${rest} more` : shown.pop();
  const list = shown.length > 0 ? `${shown.join(', ')} and ${last}` : `${last}`;
  return `${numbers.length === 1 ? 'page' : 'pages'} ${list}`;
}
