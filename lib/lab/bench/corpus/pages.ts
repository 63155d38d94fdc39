/** Pages of PDFs with fonts, annotations and form fields of their own. */
import { pdfOf, pdfStream } from '../pdf-objects.ts';

/** The number of the first further object of a page. */
export const firstObject = 5;

/** Helvetica in the encoding of Windows. */
export const plainFont = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

export interface PageParts {
  /** Drawing commands. The first font is named F1. */
  content: Buffer | string;
  /** Entries of the stream of the commands, for example a filter. */
  filter?: string;
  fonts?: readonly string[];
  /** Further entries of the page. */
  entries?: string;
  /** Further entries of its resources. */
  resources?: string;
  /** Further entries of the catalog. */
  catalog?: string;
  /** Further objects, numbered from `firstObject`. */
  objects?: readonly (Buffer | string)[];
}

/** A PDF with one page of 612 by 792 points. */
export function pdfPage(parts: PageParts): Buffer {
  const { content, filter = '', fonts = [plainFont], entries = '', resources = '', catalog = '' } = parts;
  const named = fonts.map((font, index) => `/F${index + 1} ${font}`).join('');
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 612 792]>>',
    `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<<${named}>>${resources}>>${entries}>>`,
    pdfStream(filter, content),
    ...(parts.objects ?? []),
  ]);
}

const escaped = (text: string): string => text.replaceAll(/[\\()]/g, (one) => `\\${one}`);

/** Shows a text at a position, given as its matrix or its two coordinates. */
export function show(text: string, at: readonly number[] = [72, 700]): string {
  const matrix = at.length === 2 ? [1, 0, 0, 1, ...at] : at;
  return `BT /F1 12 Tf ${matrix.join(' ')} Tm (${escaped(text)}) Tj ET\n`;
}

/** Shows codes at the usual position. */
export const showCodes = (codes: Buffer, operators = ''): string =>
  `BT /F1 12 Tf ${operators} 1 0 0 1 72 700 Tm <${codes.toString('hex')}> Tj ET\n`;
