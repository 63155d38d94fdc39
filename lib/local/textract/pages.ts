/** Renders the pages of documents that Textract accepts (JPEG, PNG, TIFF, PDF) as images. */
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { DocumentError } from './document.ts';

/** A page as PNG. */
export interface PagePicture {
  png: Buffer;
  width: number;
  height: number;
}

// Length of each side. https://docs.aws.amazon.com/textract/latest/dg/limits-document.html
const maxPixels = 10_000;
/** Longer side in pixels; larger images do not improve recognition. */
const usefulPixels = 3_000;
const pdfPixels = 2_200;
const maxPdfScale = 4;
const pdfHeaderWithin = 1_024;
/** What Tesseract assumes of images that name no credible resolution, with a warning for each. */
const assumedDpi = 70;

/** First bytes of JPEG, PNG and both kinds of TIFF. */
const imageStart = /^(ffd8ff|89504e470d0a1a0a|49492a00|4d4d002a)/;

const unsupported = (message = 'Request has unsupported document format'): DocumentError =>
  new DocumentError('unsupported', message);

function checkPageCount(pages: number, maxPages: number): void {
  if (pages <= maxPages) return;
  if (maxPages === 1) throw unsupported();
  throw new DocumentError('too large', `The document has ${pages} pages, more than ${maxPages}.`);
}

async function* picturesOfImage(bytes: Uint8Array, maxPages: number): AsyncGenerator<PagePicture> {
  const open = (page: number) => sharp(bytes, { page, failOn: 'error' });
  const { pages = 1 } = await open(0).metadata();
  checkPageCount(pages, maxPages);
  for (let page = 0; page < pages; page += 1) {
    const { width, height } = await open(page).metadata();
    if (Math.max(width, height) > maxPixels)
      throw unsupported(`The page is ${width} by ${height}; no side may exceed ${maxPixels} pixels.`);
    const { data: png, info } = await open(page)
      .flatten({ background: 'white' })
      .greyscale()
      .resize({ width: usefulPixels, height: usefulPixels, fit: 'inside', withoutEnlargement: true })
      .withDensity(assumedDpi)
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    yield { png, width: info.width, height: info.height };
  }
}

async function* picturesOfPdf(bytes: Uint8Array, maxPages: number) {
  // An instance of its own: a document that crashes PDFium does not affect the next one.
  const library = await PDFiumLibrary.init();
  const pdf = await library.loadDocument(bytes).catch(({ message }: Error) => {
    throw new DocumentError(message.startsWith('Password') ? 'unsupported' : 'unreadable', message);
  });
  checkPageCount(pdf.getPageCount(), maxPages);
  for (const page of pdf.pages()) yield await pictureOfPdfPage(page).catch(() => undefined);
}

async function pictureOfPdfPage(page: PDFiumPage): Promise<PagePicture> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(pdfPixels / Math.max(originalWidth, originalHeight), maxPdfScale);
  const { data, width, height } = await page.render({ scale, render: 'bitmap', colorSpace: 'Gray' });
  const picture = sharp(data, { raw: { width, height, channels: 1 } }).withDensity(assumedDpi);
  return { png: await picture.png({ compressionLevel: 1 }).toBuffer(), width, height };
}

/**
 * Yields the pages of a document one at a time; undefined for a PDF page that cannot be rendered. Throws DocumentError
 * for unsupported formats, unreadable documents, and documents beyond the limits.
 */
export async function* picturesOf(
  bytes: Uint8Array,
  maxPages: number,
): AsyncGenerator<PagePicture | undefined> {
  const start = Buffer.from(bytes.subarray(0, pdfHeaderWithin));
  if (!imageStart.test(start.toString('hex', 0, 8))) {
    if (!start.includes('%PDF-')) throw unsupported();
    yield* picturesOfPdf(bytes, maxPages);
    return;
  }
  try {
    yield* picturesOfImage(bytes, maxPages);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError('unreadable', error instanceof Error ? error.message : String(error));
  }
}
