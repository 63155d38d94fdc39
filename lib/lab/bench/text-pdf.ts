/** A PDF with a text layer, like office documents: pages of lines in one font. */
import { deflateSync } from 'node:zlib';
import { pdfOf, pdfStream } from './pdf-objects.ts';

const linesPerPage = 45;

const lineOf = (page: number, line: number): string =>
  `Position ${line} of sheet ${page}: ${(page * 31 + line) % 97} pieces at ${line}.50 for order SO-${page * line}`;

function contentOf(page: number): Buffer {
  const lines = Array.from({ length: linesPerPage }, (_, line) => `(${lineOf(page, line)}) Tj T*`);
  return deflateSync(`BT /F 11 Tf 14 TL 60 740 Td ${lines.join(' ')} ET`);
}

/** A PDF with this number of pages. */
export function textPdf(pages: number): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  // Object 1 is the catalog, 2 the page tree, 3 the font; then each page and its content.
  const pageObject = (page: number): number => 2 + page * 2;
  const kids = numbers.map((page) => `${pageObject(page)} 0 R`).join(' ');
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${kids}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...numbers.flatMap((page) => {
      const resources = '/Resources<</Font<</F 3 0 R>>>>';
      const box = '/MediaBox[0 0 612 792]';
      return [
        `<</Type/Page/Parent 2 0 R${box}/Contents ${pageObject(page) + 1} 0 R${resources}>>`,
        pdfStream('/Filter/FlateDecode', contentOf(page)),
      ];
    }),
  ]);
}
