/** Recognizes the text of documents in a thread, which starts with the first page and ends when it is idle. */
import { Worker } from 'node:worker_threads';
import type { RecognizedPage } from './blocks.ts';
import { DocumentError, type PageLimits } from './document.ts';
import type { RecognizeReply, RecognizeRequest } from './worker.ts';

const idleMs = 30_000;

export interface Recognizer {
  /** Throws DocumentError for documents that Textract refuses, other errors when the thread ended. */
  recognize(bytes: Uint8Array, limits: PageLimits): Promise<RecognizedPage[]>;
  /** Ends the thread; its current request is rejected. */
  stop(): Promise<void>;
}

interface Waiting {
  resolve(pages: RecognizedPage[]): void;
  reject(error: Error): void;
}

/** One thread reads one document after the other: several threads would only compete for the processors. */
export function createRecognizer(): Recognizer {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let nextId = 0;

  function end(reason: Error): Promise<unknown> {
    const ending = thread?.terminate() ?? Promise.resolve();
    thread = undefined;
    clearTimeout(idle);
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
    return ending;
  }

  function settle(reply: RecognizeReply): void {
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('pages' in reply) one?.resolve(reply.pages);
    else if (reply.refusal === 'failed') one?.reject(new Error(reply.message));
    else one?.reject(new DocumentError(reply.refusal, reply.message));
    if (waiting.size > 0) return;
    thread?.unref();
    idle = setTimeout(() => end(new Error('idle')), idleMs).unref();
  }

  function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url));
    const endIfCurrent = (error: Error) => void (thread === started && end(error));
    started.on('message', settle);
    started.on('error', endIfCurrent);
    started.on('exit', () => endIfCurrent(new Error('The text recognition thread ended.')));
    return started;
  }

  function requestRecognition(bytes: Uint8Array, limits: PageLimits): Promise<RecognizedPage[]> {
    clearTimeout(idle);
    thread ??= start();
    // It keeps the process alive only while it works.
    thread.ref();
    nextId += 1;
    const request: RecognizeRequest = { id: nextId, bytes, limits };
    const response = new Promise<RecognizedPage[]>((resolve, reject) =>
      waiting.set(request.id, { resolve, reject }),
    );
    thread.postMessage(request);
    return response;
  }

  return {
    recognize(bytes, limits) {
      const turn = last.then(() => requestRecognition(bytes, limits));
      last = turn.catch(() => undefined);
      return turn;
    },
    stop: async () => void (await end(new Error('The runtime is stopping.'))),
  };
}
