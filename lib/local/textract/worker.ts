/**
 * The text recognition thread, page by page. Rendering and reading a page keeps a processor busy for a second; in its
 * own thread, it does not block the AWS gateway. Its owner is `recognizer.ts`.
 */
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { createWorker, type Line, OEM, type Page, type Word } from 'tesseract.js';
import type { RecognizedLine, RecognizedPage, RecognizedWord } from './blocks.ts';
import { DocumentError, type PageLimits, type Refusal } from './document.ts';
import { type PagePicture, picturesOf } from './pages.ts';

export interface RecognizeRequest {
  id: number;
  bytes: Uint8Array;
  limits: PageLimits;
}

export type RecognizeReply =
  | { id: number; pages: RecognizedPage[] }
  | { id: number; refusal: Refusal | 'failed'; message: string };

function languageFolder(): string {
  const manifest = findPackageJSON('@tesseract.js-data/eng', import.meta.url);
  if (manifest === undefined) throw new Error('the package @tesseract.js-data/eng is not installed');
  return join(dirname(manifest), '4.0.0_best_int');
}

const recognitionWorker = createWorker('eng', OEM.LSTM_ONLY, {
  langPath: languageFolder(),
  gzip: true,
  cacheMethod: 'none',
  // Without a handler it throws outside of any try; the promise is rejected anyway.
  errorHandler: () => undefined,
});

async function readPage(page: number, picture: PagePicture): Promise<RecognizedPage> {
  const { data } = await (await recognitionWorker).recognize(picture.png, {}, { blocks: true, text: false });
  return { page, lines: linesOf(data).map((line) => recognizedLine(line, picture)) };
}

function linesOf({ blocks }: Page): Line[] {
  return (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
}

function recognizedLine(line: Line, picture: PagePicture): RecognizedLine {
  const words = line.words.map((word) => recognized(word, picture));
  return { ...recognized(line, picture), words };
}

function recognized(
  { text, confidence, bbox: { x0, y0, x1, y1 } }: Pick<Word, 'text' | 'confidence' | 'bbox'>,
  { width, height }: PagePicture,
): RecognizedWord {
  const box = { left: x0 / width, top: y0 / height, width: (x1 - x0) / width, height: (y1 - y0) / height };
  return { text: text.trim(), confidence, box };
}

async function recognize({ bytes, limits }: RecognizeRequest): Promise<RecognizedPage[]> {
  const pages: RecognizedPage[] = [];
  for await (const picture of picturesOf(bytes, limits)) {
    const page = pages.length + 1;
    pages.push(picture === undefined ? { page, lines: undefined } : await readPage(page, picture));
  }
  return pages;
}

async function reply(request: RecognizeRequest): Promise<RecognizeReply> {
  const { id } = request;
  try {
    return { id, pages: await recognize(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, refusal: error instanceof DocumentError ? error.refusal : 'failed', message };
  }
}

parentPort?.on('message', async (request: RecognizeRequest) => parentPort?.postMessage(await reply(request)));
