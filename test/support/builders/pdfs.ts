/** Small PDFs with text and images. */
import { pdfOf, pdfStream } from '../../../lib/lab/bench/pdf-objects.ts';

/** A page: lines of text, one image, or its drawing commands, deflated. */
export type PdfPage =
  | { lines: readonly string[] }
  | { jpeg: Buffer; width: number; height: number }
  | { deflated: Buffer };

/** A page of deflated drawing commands. */
export const deflatedPage = (deflated: Buffer): PdfPage => ({ deflated });

const pageWidth = 612;
const pageHeight = 792;

interface PageParts {
  height: number;
  resources: string;
  content: Buffer;
  /** Further objects, numbered from the given number. */
  objects: (first: number) => Buffer[];
}

const escaped = (text: string) => text.replaceAll(/[\\()]/g, (one) => `\\${one}`);

function partsOf(page: PdfPage, font: number, first: number): PageParts {
  if ('lines' in page) {
    const shown = page.lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ');
    return {
      height: pageHeight,
      resources: `/Font<</F ${font} 0 R>>`,
      content: pdfStream('', `BT /F 12 Tf 14 TL 72 720 Td ${shown} ET`),
      objects: () => [],
    };
  }
  if ('deflated' in page) {
    return {
      height: pageHeight,
      resources: `/Font<</F ${font} 0 R>>`,
      content: pdfStream('/Filter/FlateDecode', page.deflated),
      objects: () => [],
    };
  }
  const height = Math.round((pageWidth * page.height) / page.width);
  const facts = `/Type/XObject/Subtype/Image/Width ${page.width}/Height ${page.height}`;
  const picture = pdfStream(`${facts}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`, page.jpeg);
  return {
    height,
    resources: `/XObject<</I ${first} 0 R>>`,
    content: pdfStream('', `q ${pageWidth} 0 0 ${height} 0 0 cm /I Do Q`),
    objects: () => [picture],
  };
}

/** A PDF with these pages; `trailer` is added to its trailer, for instance an encryption. */
export function aPdf(pages: readonly PdfPage[], trailer = ''): Buffer {
  // Object 1 is the catalog, 2 the page tree, 3 the font.
  const objects: Buffer[] = [];
  const kids: number[] = [];
  const font = 3;
  for (const page of pages) {
    const number = objects.length + 4;
    const { height, resources, content, objects: more } = partsOf(page, font, number + 2);
    const box = `/MediaBox[0 0 ${pageWidth} ${height}]`;
    kids.push(number);
    objects.push(
      Buffer.from(`<</Type/Page/Parent 2 0 R${box}/Contents ${number + 1} 0 R/Resources<<${resources}>>>>`),
      content,
      ...more(number + 2),
    );
  }
  const all = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...objects,
  ];
  return pdfOf(all, trailer);
}
