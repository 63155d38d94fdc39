/** Reads documents in a worker thread, which is terminated if it exceeds limits of time or memory. */
import { Worker } from 'node:worker_threads';
import type { DocumentText } from './document-text.ts';
import { extractionLimits } from './limits.ts';
import type { ReadReply, ReadRequest } from './reader-thread.ts';

/** The document cannot be read: it is damaged, encrypted, or needs too many resources. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
}

/** The file has no text that can be extracted: text recognition is disabled, or the format of the picture is unknown. */
export class NoTextError extends UnreadableError {
  override name = 'NoTextError';
}

/** Resource limits for one document. */
export interface ReaderLimits {
  seconds: number;
  bytes: number;
}

interface PendingRead {
  resolve(text: DocumentText): void;
  reject(error: Error): void;
}

const pollMs = 100;
const tooMuchMemory = 'Reading the document takes too much memory.';
const bytesPerMb = 1_048_576;
const defaultLimits: ReaderLimits = {
  seconds: extractionLimits.readerSeconds,
  bytes: extractionLimits.readerBytes,
};

let thread: Worker | undefined;
let pending: (PendingRead & { id: number }) | undefined;
let last: Promise<unknown> = Promise.resolve();
let nextId = 0;

/** The thread's file is stored beside this file, as source or as bundle. */
function threadUrl(): URL {
  const bundled = new URL('./reader-thread.mjs', import.meta.url);
  return import.meta.url.endsWith('.ts') ? new URL('./reader-thread.ts', import.meta.url) : bundled;
}

function end(error: Error): void {
  const { reject } = pending ?? {};
  pending = undefined;
  thread?.terminate();
  thread = undefined;
  reject?.(error);
}

function start({ bytes }: ReaderLimits): Worker {
  const started = new Worker(threadUrl(), {
    // Parsers create much garbage; a young generation of this size saves a tenth of the time.
    resourceLimits: { maxOldGenerationSizeMb: bytes / bytesPerMb, maxYoungGenerationSizeMb: 64 },
    // Parsers write long warnings about damaged documents.
    stdout: true,
    stderr: true,
  });
  const endIfCurrent = (problem: string) => thread === started && end(new UnreadableError(problem));
  started.on('message', (reply: ReadReply) => {
    if (pending?.id !== reply.id) return;
    const { resolve, reject } = pending;
    pending = undefined;
    if ('text' in reply) resolve(reply.text);
    else reject(new UnreadableError(reply.problem));
  });
  started.on('error', (error: NodeJS.ErrnoException) =>
    endIfCurrent(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory : 'The document cannot be read.'),
  );
  started.on('exit', () => endIfCurrent('The document cannot be read.'));
  started.stdout.resume();
  started.stderr.resume();
  return started;
}

/** Returns the memory of V8's heap and of external buffers; undefined after the thread has ended. */
async function memoryBytesOf(worker: Worker): Promise<number | undefined> {
  try {
    const { used_heap_size, external_memory } = await worker.getHeapStatistics();
    return used_heap_size + external_memory;
  } catch {
    return undefined;
  }
}

type Request = Omit<ReadRequest, 'id'>;

async function read(request: Request, limits: ReaderLimits): Promise<DocumentText> {
  nextId += 1;
  const id = nextId;
  thread ??= start(limits);
  const reader = thread;
  reader.ref();
  const result = new Promise<DocumentText>((resolve, reject) => {
    pending = { id, resolve, reject };
  });
  const deadlineMs = Date.now() + limits.seconds * 1_000;
  const maxBytes = limits.bytes + request.bytes.length;
  const watch = setInterval(async () => {
    if (Date.now() > deadlineMs)
      return end(new UnreadableError(`Reading the document takes longer than ${limits.seconds} s.`));
    const usedBytes = await memoryBytesOf(reader);
    if (usedBytes === undefined || usedBytes <= maxBytes || pending?.id !== id) return;
    end(new UnreadableError(tooMuchMemory));
  }, pollMs);
  reader.postMessage({ ...request, id } satisfies ReadRequest);
  try {
    return await result;
  } finally {
    clearInterval(watch);
    reader.unref();
  }
}

/**
 * Returns the text of a PDF by page, or of a docx or text file as one page, cleaned and truncated. Reads one document at a
 * time. Throws UnreadableError.
 */
export function readDocument(
  kind: ReadRequest['kind'],
  bytes: Uint8Array,
  { charset, ...limits }: Partial<ReaderLimits> & { charset?: string | undefined } = {},
): Promise<DocumentText> {
  const next = last.then(() => read({ kind, bytes, charset }, { ...defaultLimits, ...limits }));
  last = next.catch(() => undefined);
  return next;
}
