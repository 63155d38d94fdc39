/** Draws pages as a scanner produces them: images of text. */
import { type PagePicture, picturesOf } from './pages.ts';

// In points; rendered at four pixels per point.
const width = 300;
const lineHeight = 22.5;

/** A PDF of one page; PDFium rebuilds the cross-reference table that it lacks. */
function pdfOf(lines: readonly string[]): Buffer {
  const height = Math.max(2, lines.length + 1) * lineHeight;
  const texts = lines.map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`).join(' ');
  const content = `BT /F 11 Tf ${lineHeight} TL 15 ${height - lineHeight} Td ${texts} ET`;
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</Font<</F ${font}>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF`, 'latin1');
}

/** A white page with lines of black text. */
export async function scannedPage(lines: readonly string[]): Promise<PagePicture> {
  for await (const picture of picturesOf(pdfOf(lines), 1)) if (picture) return picture;
  throw new Error('The page could not be drawn.');
}
