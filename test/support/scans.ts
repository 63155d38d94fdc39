/** Pages as a scanner makes them: pictures of text, alone or as the pages of a PDF. */
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { aPdf, type PdfPage } from './pdfs.ts';

const manifest = findPackageJSON('pdfjs-dist', import.meta.url) ?? '';
// The machine may have no fonts at all.
GlobalFonts.registerFromPath(
  join(dirname(manifest), 'standard_fonts', 'LiberationSans-Regular.ttf'),
  'Scan Sans',
);

const width = 1_200;
const lineHeight = 90;

function aPage(lines: readonly string[]) {
  const canvas = createCanvas(width, Math.max(2, lines.length + 1) * lineHeight);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = '44px "Scan Sans"';
  for (const [index, line] of lines.entries()) context.fillText(line, 60, (index + 1) * lineHeight);
  return canvas;
}

/** A picture of lines of text. */
export function aScan(lines: readonly string[], format: 'png' | 'jpeg' = 'png'): Buffer {
  const canvas = aPage(lines);
  return format === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg', 90);
}

/** A page of a PDF that holds nothing but a picture. */
export function aScannedPage(lines: readonly string[]): PdfPage {
  const canvas = aPage(lines);
  return { jpeg: canvas.toBuffer('image/jpeg', 90), width: canvas.width, height: canvas.height };
}

/** A PDF without any text, each page a picture of lines. */
export function aScannedPdf(pages: readonly (readonly string[])[]): Buffer {
  return aPdf(pages.map(aScannedPage));
}
