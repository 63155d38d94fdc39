/** Scanned pages as files: images, or PDFs with images as pages. */
import { scannedPage } from '../../../lib/local/textract/scanned-page.ts';
import { aPdf, type PdfPage } from './pdfs.ts';

/** An image of lines of text. */
export function aScan(lines: readonly string[], format: 'png' | 'jpeg' = 'png'): Buffer {
  const canvas = scannedPage(lines);
  return format === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg', 90);
}

/** A PDF page with only an image. */
export function aScannedPage(lines: readonly string[]): PdfPage {
  const canvas = scannedPage(lines);
  return { jpeg: canvas.toBuffer('image/jpeg', 90), width: canvas.width, height: canvas.height };
}

/** A PDF without text, each page an image of lines. */
export function aScannedPdf(pages: readonly (readonly string[])[]): Buffer {
  return aPdf(pages.map(aScannedPage));
}
