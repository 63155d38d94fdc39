/** Scanned pages as files: images, or PDFs with images as pages. */
import sharp from 'sharp';
import { scannedPage } from '../../../lib/local/textract/scanned-page.ts';
import { aPdf, type PdfPage } from './pdfs.ts';

/** An image of lines of text. */
export async function aScan(lines: readonly string[], format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  const { png } = await scannedPage(lines);
  return format === 'png' ? png : sharp(png).jpeg({ quality: 90 }).toBuffer();
}

/** A PDF page with only an image. */
export async function aScannedPage(lines: readonly string[]): Promise<PdfPage> {
  const { png, width, height } = await scannedPage(lines);
  return { jpeg: await sharp(png).toColorspace('srgb').jpeg({ quality: 90 }).toBuffer(), width, height };
}

/** A PDF without text, each page an image of lines. */
export async function aScannedPdf(pages: readonly (readonly string[])[]): Promise<Buffer> {
  return aPdf(await Promise.all(pages.map(aScannedPage)));
}
