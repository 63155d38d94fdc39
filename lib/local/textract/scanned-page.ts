/** Draws pages as a scanner produces them: images of text. */
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';

const manifest = findPackageJSON('pdfjs-dist', import.meta.url) ?? '';
// The machine may have no fonts.
GlobalFonts.registerFromPath(
  join(dirname(manifest), 'standard_fonts', 'LiberationSans-Regular.ttf'),
  'Scan Sans',
);

const width = 1_200;
const lineHeight = 90;

/** A white page with lines of black text. */
export function scannedPage(lines: readonly string[]) {
  const canvas = createCanvas(width, Math.max(2, lines.length + 1) * lineHeight);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = '44px "Scan Sans"';
  for (const [index, line] of lines.entries()) context.fillText(line, 60, (index + 1) * lineHeight);
  return canvas;
}
