/** A PDF with a text layer, like office documents: pages of lines in one font. */
import { deflateSync } from 'node:zlib';

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
  const bodies = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Count ${pages}/Kids[${kids}]>>`),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'),
    ...numbers.flatMap((page) => {
      const content = contentOf(page);
      const resources = '/Resources<</Font<</F 3 0 R>>>>';
      return [
        Buffer.from(
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${pageObject(page) + 1} 0 R${resources}>>`,
        ),
        Buffer.concat([
          Buffer.from(`<</Filter/FlateDecode/Length ${content.length}>>stream\n`),
          content,
          Buffer.from('\nendstream'),
        ]),
      ];
    }),
  ];
  const chunks = [Buffer.from('%PDF-1.4\n')];
  let length = chunks[0]?.length ?? 0;
  const rows = bodies.map((body, index) => {
    const row = `${String(length).padStart(10, '0')} 00000 n \n`;
    const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    chunks.push(object);
    length += object.length;
    return row;
  });
  const trailer = `trailer<</Size ${bodies.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF`;
  chunks.push(Buffer.from(`xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${rows.join('')}${trailer}`));
  return Buffer.concat(chunks);
}
