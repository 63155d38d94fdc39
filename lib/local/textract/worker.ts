/**
 * The text recognition thread, page by page. Rendering and reading a page keeps a processor busy for a second; in its
 * own thread, it does not block the AWS gateway. Its owner is `recognizer.ts`.
 */
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { createWorker, OEM } from 'tesseract.js';
import { blocksOf } from './blocks.ts';
import { DocumentError, type RecognizedPages, type Refusal } from './document.ts';
import { picturesOf } from './pages.ts';

export interface RecognizeRequest {
  bytes: Uint8Array;
  maxPages: number;
}

export type RecognizeReply = { pages: RecognizedPages } | { refusal: Refusal | 'failed'; message: string };

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

async function recognize({ bytes, maxPages }: RecognizeRequest): Promise<RecognizedPages> {
  const pages: RecognizedPages = [];
  for await (const picture of picturesOf(bytes, maxPages)) {
    if (picture === undefined) {
      pages.push(undefined);
      continue;
    }
    const worker = await recognitionWorker;
    const { data } = await worker.recognize(picture.png, {}, { blocks: true, text: false });
    pages.push(blocksOf(pages.length + 1, data, picture));
  }
  return pages;
}

async function reply(request: RecognizeRequest): Promise<RecognizeReply> {
  try {
    return { pages: await recognize(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { refusal: error instanceof DocumentError ? error.refusal : 'failed', message };
  }
}

parentPort?.on('message', async (request: RecognizeRequest) => parentPort?.postMessage(await reply(request)));
