/** Scanned pages as files: pictures alone, or as the pages of a PDF. */
import { scannedPage } from '../../../lib/local/textract/scanned-page.ts';
import { aPdf, type PdfPage } from './pdfs.ts';

/** A picture of lines of text. */
export function aScan(lines: readonly string[], format: 'png' | 'jpeg' = 'png'): Buffer {
  const canvas = scannedPage(lines);
  return format === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg', 90);
}

/** A page of a PDF that holds nothing but a picture. */
export function aScannedPage(lines: readonly string[]): PdfPage {
  const canvas = scannedPage(lines);
  return { jpeg: canvas.toBuffer('image/jpeg', 90), width: canvas.width, height: canvas.height };
}

/** A PDF without any text, each page a picture of lines. */
export function aScannedPdf(pages: readonly (readonly string[])[]): Buffer {
  return aPdf(pages.map(aScannedPage));
}
