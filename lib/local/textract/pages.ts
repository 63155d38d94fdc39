/** Renders the pages of documents that Textract accepts (JPEG, PNG, TIFF, PDF) as images. */
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { DocumentError, type PageLimits } from './document.ts';

/** A page as PNG. */
export interface PagePicture {
  png: Buffer;
  width: number;
  height: number;
}

type Format = 'jpeg' | 'png' | 'tiff' | 'pdf';

/** Longer side in pixels; larger images do not improve recognition. */
const usefulPixels = 3_000;
const pdfPixels = 2_200;
const maxPdfScale = 4;
const pdfHeaderWithin = 1_024;

function formatOf(bytes: Uint8Array): Format | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  if (start.startsWith('ffd8ff')) return 'jpeg';
  if (start === '89504e470d0a1a0a') return 'png';
  if (start.startsWith('49492a00') || start.startsWith('4d4d002a')) return 'tiff';
  return Buffer.from(bytes.subarray(0, pdfHeaderWithin)).includes('%PDF-') ? 'pdf' : undefined;
}

function tooManyPages(pages: number, { maxPages }: PageLimits): DocumentError {
  return maxPages === 1
    ? new DocumentError('unsupported', 'Request has unsupported document format')
    : new DocumentError('too large', `The document has ${pages} pages, more than ${maxPages}.`);
}

async function* picturesOfImage(bytes: Uint8Array, limits: PageLimits): AsyncGenerator<PagePicture> {
  const open = (page: number) => sharp(bytes, { page, failOn: 'error' });
  const { pages = 1 } = await open(0).metadata();
  if (pages > limits.maxPages) throw tooManyPages(pages, limits);
  for (let page = 0; page < pages; page += 1) {
    const { width = 0, height = 0 } = await open(page).metadata();
    if (Math.max(width, height) > limits.maxPixels) {
      const side = `${limits.maxPixels} pixels`;
      throw new DocumentError(
        'unsupported',
        `The page is ${width} by ${height}; no side may exceed ${side}.`,
      );
    }
    const { data: png, info } = await open(page)
      .flatten({ background: 'white' })
      .greyscale()
      .resize({ width: usefulPixels, height: usefulPixels, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    yield { png, width: info.width, height: info.height };
  }
}

function pdfFolder(name: string): string {
  const manifest = findPackageJSON('pdfjs-dist', import.meta.url);
  if (manifest === undefined) throw new Error('the package pdfjs-dist is not installed');
  return join(dirname(manifest), name, '/');
}

function openPdf(bytes: Uint8Array) {
  return getDocument({
    // pdf.js takes ownership of the bytes.
    data: new Uint8Array(bytes),
    disableFontFace: true,
    verbosity: 0,
    standardFontDataUrl: pdfFolder('standard_fonts'),
    cMapUrl: pdfFolder('cmaps'),
    wasmUrl: pdfFolder('wasm'),
    iccUrl: pdfFolder('iccs'),
  });
}

async function* picturesOfPdf(
  bytes: Uint8Array,
  limits: PageLimits,
): AsyncGenerator<PagePicture | undefined> {
  const task = openPdf(bytes);
  try {
    const pdf = await task.promise.catch((error: Error) => {
      const locked = error.name === 'PasswordException';
      throw new DocumentError(locked ? 'unsupported' : 'unreadable', error.message);
    });
    if (pdf.numPages > limits.maxPages) throw tooManyPages(pdf.numPages, limits);
    for (let number = 1; number <= pdf.numPages; number += 1) {
      yield await pictureOfPdfPage(pdf, number).catch(() => undefined);
    }
  } finally {
    await task.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof openPdf>['promise']>;

async function pictureOfPdfPage(pdf: Pdf, number: number): Promise<PagePicture> {
  const page = await pdf.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  const wanted = pdfPixels / Math.max(natural.width, natural.height);
  const viewport = page.getViewport({ scale: Math.min(wanted, maxPdfScale) });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  // pdf.js draws on any object that behaves like the browser's canvas.
  const target = { canvas, viewport } as unknown as Parameters<typeof page.render>[0];
  await page.render(target).promise;
  page.cleanup();
  return { png: canvas.toBuffer('image/png'), width: canvas.width, height: canvas.height };
}

/**
 * Yields the pages of a document one at a time; undefined for a PDF page that cannot be rendered. Throws DocumentError
 * for unsupported formats, unreadable documents, and documents beyond the limits.
 */
export async function* picturesOf(
  bytes: Uint8Array,
  limits: PageLimits,
): AsyncGenerator<PagePicture | undefined> {
  const format = formatOf(bytes);
  if (format === undefined) throw new DocumentError('unsupported', 'Request has unsupported document format');
  if (format === 'pdf') {
    yield* picturesOfPdf(bytes, limits);
    return;
  }
  try {
    yield* picturesOfImage(bytes, limits);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError('unreadable', error instanceof Error ? error.message : String(error));
  }
}
