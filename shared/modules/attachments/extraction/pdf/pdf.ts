/** Extracts the text layer of PDFs. Runs in the worker thread only. */
import { fileURLToPath } from 'node:url';
import { allOf } from '../../../../kernel/base/parallel.ts';
import { cleanText, pageList } from '../content.ts';
import { DocumentError, type DocumentText } from '../document-text.ts';
import { extractionLimits } from '../limits.ts';
import { annotationTexts } from './pdf-annotations.ts';
import { isBlank } from './pdf-blank.ts';
import { withoutCopies } from './pdf-copies.ts';
import { type Box, joinRuns, type TextRun } from './pdf-layout.ts';
import type { Pdf, PdfOperators, PdfPage } from './pdf-types.ts';

/** Number of pages that are requested in parallel. More would only need more memory. */
const parallelPages = 4;
/** Maximum characters of a font's name in a warning. */
const maxFontName = 60;

/** Returns the folder of the maps and fonts that PDFs may name instead of containing them. */
function dataFolder(): string {
  return fileURLToPath(new URL('./', import.meta.resolve('pdfjs-dist/package.json')));
}

type Viewport = ReturnType<PdfPage['getViewport']>;

/** Converts points of the page to a box on the page as it is shown. */
function boxOf(viewport: Viewport, points: readonly (readonly [x: number, y: number])[]): Box {
  const shown = points.map(([x, y]) => viewport.convertToViewportPoint(x, y));
  const xs = shown.map(([x]) => Number(x));
  const ys = shown.map(([, y]) => Number(y));
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

interface TextItem {
  str: string;
  dir: string;
  hasEOL: boolean;
  width: number;
  height: number;
  transform: number[];
  fontName: string;
}

const quarterTurn = Math.PI / 2;
const quarters = [0, 1, 2, 3];

/** Returns the viewport that shows most of the text upright. */
function uprightViewport(page: PdfPage, items: readonly TextItem[]): Viewport {
  const shown = page.getViewport({ scale: 1 });
  const [xx = 1, xy = 0, yx = 0, yy = 1] = shown.transform;
  const quarterOf = ({ transform: [a = 1, b = 0] }: TextItem): number =>
    (Math.round(Math.atan2(xy * a + yy * b, xx * a + yx * b) / quarterTurn) + 4) % 4;
  const byQuarter = Map.groupBy(items, quarterOf);
  const lengths = quarters.map((quarter) =>
    (byQuarter.get(quarter) ?? []).reduce((sum, { str }) => sum + str.length, 0),
  );
  const most = lengths.indexOf(Math.max(...lengths));
  return most === 0 ? shown : page.getViewport({ scale: 1, rotation: shown.rotation - 90 * most });
}

/** Returns the box of a text: from its origin along its baseline, and along its height. */
function boxOfItem({ transform: shown }: Viewport, { transform, width, height }: TextItem): Box {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
  const [xx = 1, xy = 0, yx = 0, yy = 1, x0 = 0, y0 = 0] = shown;
  const along = width / (Math.hypot(a, b) || 1);
  const up = height / (Math.hypot(c, d) || 1);
  const [alongX, alongY] = [along * (xx * a + yx * b), along * (xy * a + yy * b)];
  const [upX, upY] = [up * (xx * c + yx * d), up * (xy * c + yy * d)];
  const [left, top] = [xx * x + yx * y + x0, xy * x + yy * y + y0];
  return {
    left: left + Math.min(0, alongX) + Math.min(0, upX),
    right: left + Math.max(0, alongX) + Math.max(0, upX),
    top: top + Math.min(0, alongY) + Math.min(0, upY),
    bottom: top + Math.max(0, alongY) + Math.max(0, upY),
  };
}

/**
 * Control characters, private, unassigned and replacement characters: codes of a font that are not mapped to Unicode. The
 * private characters of symbol fonts, for example bullets, are no letters.
 */
const unmapped = /(?![\t\n\r\uf000-\uf0ff])[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu;
/** Minimum number and share of such characters in the text of a font without a map. */
const [unmappedCharacters, unmappedShare] = [3, 0.2];

function isUnmapped(text: string): boolean {
  const found = text.match(unmapped)?.length ?? 0;
  return found >= unmappedCharacters && found >= unmappedShare * text.length;
}

/** Returns the names of the page's fonts that are not mapped to Unicode. */
async function unmappedFonts(page: PdfPage, items: readonly TextItem[]): Promise<string[]> {
  const texts = new Map<string, string>();
  for (const { fontName, str } of items) texts.set(fontName, (texts.get(fontName) ?? '') + str);
  const ids = [...texts].filter(([, text]) => isUnmapped(text)).map(([id]) => id);
  if (ids.length === 0) return [];
  // Only the drawing commands of a page name its fonts.
  await page.getOperatorList({ intent: 'display' });
  return ids.map((id) => {
    const font: { name?: unknown } = page.commonObjs.has(id) ? page.commonObjs.get(id) : {};
    const name = String(font.name ?? '').replace(/^[A-Z]{6}\+/, '');
    return cleanText(name).slice(0, maxFontName);
  });
}

interface ReadPage {
  text: string;
  /** Names of fonts that are not mapped to Unicode. */
  fonts: string[];
  /** Whether it shows nothing. */
  isBlank: boolean;
}

async function pageText(page: PdfPage, operators: PdfOperators): Promise<Omit<ReadPage, 'isBlank'>> {
  const [{ items }, annotations] = await allOf([
    page.getTextContent(),
    annotationTexts(page, operators).catch(() => []),
  ]);
  const texts = items.filter((item) => 'str' in item);
  const viewport = uprightViewport(page, texts);
  const runs = texts.map(
    (item): TextRun => ({
      text: item.str,
      endsLine: item.hasEOL,
      isRightToLeft: item.dir === 'rtl',
      box: boxOfItem(viewport, item),
    }),
  );
  const placed = annotations.map(({ text, rect: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }) => ({
    text,
    box: boxOf(viewport, [
      [x1, y1],
      [x2, y2],
    ]),
  }));
  return {
    text: joinRuns(withoutCopies(runs), placed),
    fonts: await unmappedFonts(page, texts).catch(() => []),
  };
}

/** Returns an empty text for an unreadable page, which may still be recognized. */
async function readPage(pdf: Pdf, number: number, operators: PdfOperators): Promise<ReadPage> {
  try {
    const page = await pdf.getPage(number);
    const read = await pageText(page, operators);
    const isEmpty = cleanText(read.text) === '' && (await isBlank(page, operators).catch(() => false));
    page.cleanup();
    return { ...read, isBlank: isEmpty };
  } catch {
    return { text: '', fonts: [], isBlank: false };
  }
}

/** Builds a warning per font, with the pages that use it. */
function fontWarnings(pages: readonly ReadPage[]): string[] {
  const used = new Map<string, number[]>();
  for (const [index, { fonts }] of pages.entries())
    for (const font of new Set(fonts)) used.set(font, [...(used.get(font) ?? []), index + 1]);
  return [...used].map(
    ([font, numbers]) =>
      `The font ${font || 'without a name'} has no map to Unicode: its text on ${pageList(numbers)} is missing or wrong.`,
  );
}

/** Returns a warning for a form that only the programs of Adobe show: its one page asks for them. */
async function dynamicFormWarning(pdf: Pdf): Promise<string[]> {
  const { info }: { info: { IsXFAPresent?: unknown; IsAcroFormPresent?: unknown } } = await pdf.getMetadata();
  const isDynamic = info.IsXFAPresent === true && info.IsAcroFormPresent !== true;
  return isDynamic ? ['The PDF is a dynamic form (XFA), whose fields cannot be read.'] : [];
}

function open(bytes: Uint8Array, { getDocumentProxy }: typeof import('unpdf')): Promise<Pdf> {
  const folder = dataFolder();
  const document = getDocumentProxy(bytes, {
    verbosity: 0,
    cMapUrl: `${folder}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}standard_fonts/`,
    // Neither images nor outlines of glyphs are needed.
    maxImageSize: 0,
    disableFontFace: false,
  });
  return document.catch((error: unknown) => {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new DocumentError('The PDF is protected by a password.');
    throw error;
  });
}

/** Returns the text layer of a PDF. Throws if the file is not a PDF or requires a password. */
export async function pdfText(bytes: Uint8Array): Promise<DocumentText> {
  const library = await import('unpdf');
  const { OPS: operators } = await library.getResolvedPDFJS();
  const pdf = await open(bytes, library);
  try {
    const pages: ReadPage[] = [];
    const count = Math.min(pdf.numPages, extractionLimits.pages);
    for (let first = 1; first <= count; first += parallelPages) {
      const numbers = Array.from(
        { length: Math.min(parallelPages, count - first + 1) },
        (_, index) => first + index,
      );
      pages.push(...(await allOf(numbers.map((number) => readPage(pdf, number, operators)))));
    }
    const blankPages = pages.flatMap((page, index) => (page.isBlank ? [index + 1] : []));
    return {
      pageCount: pdf.numPages,
      pages: pages.map(({ text }) => text),
      ...(blankPages.length > 0 && { blankPages }),
      warnings: [...(await dynamicFormWarning(pdf).catch(() => [])), ...fontWarnings(pages)],
    };
  } finally {
    await pdf.loadingTask.destroy();
  }
}
