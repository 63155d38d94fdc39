/** Reads documents in a thread that is ended when it takes too long or too much memory. */
import { Worker } from 'node:worker_threads';
import { extractionLimits } from './limits.ts';
import type { PdfText } from './pdf.ts';
import type { ReadReply, ReadRequest } from './reader-thread.ts';

/** The document cannot be read: broken, locked, or a bomb. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
}

/** What one document may take. */
export interface ReaderLimits {
  seconds: number;
  bytes: number;
}

interface Waiting {
  resolve(text: PdfText): void;
  reject(error: Error): void;
}

const pollMs = 100;
const bytesPerMb = 1_048_576;
const defaultLimits: ReaderLimits = {
  seconds: extractionLimits.readerSeconds,
  bytes: extractionLimits.readerBytes,
};

let thread: Worker | undefined;
let waiting: (Waiting & { id: number }) | undefined;
let last: Promise<unknown> = Promise.resolve();
let nextId = 0;

/** The thread's file is stored beside this one: as source, or bundled in the function's folder. */
function threadUrl(): URL {
  const bundled = new URL('./reader-thread.mjs', import.meta.url);
  return import.meta.url.endsWith('.ts') ? new URL('./reader-thread.ts', import.meta.url) : bundled;
}

function end(error: Error): void {
  const { reject } = waiting ?? {};
  waiting = undefined;
  thread?.terminate();
  thread = undefined;
  reject?.(error);
}

function start({ bytes }: ReaderLimits): Worker {
  const started = new Worker(threadUrl(), {
    // Parsers make much garbage: a young generation of this size saves a tenth of the time that the default one takes.
    resourceLimits: { maxOldGenerationSizeMb: bytes / bytesPerMb, maxYoungGenerationSizeMb: 64 },
    // Parsers complain at length of broken documents.
    stdout: true,
    stderr: true,
  });
  const endIfCurrent = (error: Error) => thread === started && end(new UnreadableError(error.message));
  started.on('message', (reply: ReadReply) => {
    if (waiting?.id !== reply.id) return;
    const { resolve, reject } = waiting;
    waiting = undefined;
    if ('text' in reply) resolve(reply.text);
    else reject(new UnreadableError(reply.problem));
  });
  started.on('error', endIfCurrent);
  started.on('exit', () => endIfCurrent(new Error('The reader ended.')));
  started.stdout.resume();
  started.stderr.resume();
  return started;
}

/** What V8 and the buffers outside of it hold; undefined once the thread has ended. */
async function bytesOf(one: Worker): Promise<number | undefined> {
  try {
    const { used_heap_size, external_memory } = await one.getHeapStatistics();
    return used_heap_size + external_memory;
  } catch {
    return undefined;
  }
}

async function read(kind: ReadRequest['kind'], bytes: Uint8Array, limits: ReaderLimits): Promise<PdfText> {
  nextId += 1;
  const id = nextId;
  thread ??= start(limits);
  const reader = thread;
  reader.ref();
  const answer = new Promise<PdfText>((resolve, reject) => {
    waiting = { id, resolve, reject };
  });
  const deadlineMs = Date.now() + limits.seconds * 1_000;
  const maxBytes = limits.bytes + bytes.length;
  const watch = setInterval(async () => {
    if (Date.now() > deadlineMs)
      return end(new UnreadableError(`It takes longer than ${limits.seconds} s to read.`));
    const taken = await bytesOf(reader);
    if (taken === undefined || taken <= maxBytes || waiting?.id !== id) return;
    end(new UnreadableError('It takes too much memory to read.'));
  }, pollMs);
  reader.postMessage({ id, kind, bytes } satisfies ReadRequest);
  try {
    return await answer;
  } finally {
    clearInterval(watch);
    reader.unref();
  }
}

/**
 * The text of a PDF page by page, or of a docx or a text file as one page, cleaned and cut to what is kept. One document
 * at a time; the others wait. Throws UnreadableError.
 */
export function readDocument(
  kind: ReadRequest['kind'],
  bytes: Uint8Array,
  limits: ReaderLimits = defaultLimits,
): Promise<PdfText> {
  const turn = last.then(() => read(kind, bytes, limits));
  last = turn.catch(() => undefined);
  return turn;
}
