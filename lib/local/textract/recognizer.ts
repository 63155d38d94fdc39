/** Recognizes the text of documents in a thread that is started for the first page and ended when it is idle. */
import { Worker } from 'node:worker_threads';
import type { RecognizedPage } from './blocks.ts';
import { DocumentError, type PageLimits } from './document.ts';
import type { RecognizeReply, RecognizeRequest } from './worker.ts';

const idleMs = 30_000;

export interface Recognizer {
  /** Throws DocumentError for what Textract refuses, other errors when the thread ended. */
  recognize(bytes: Uint8Array, limits: PageLimits): Promise<RecognizedPage[]>;
  /** Ends the thread; what it was working on is rejected. */
  stop(): Promise<void>;
}

interface Waiting {
  resolve(pages: RecognizedPage[]): void;
  reject(error: Error): void;
}

/** One thread reads one document after the other: several would only take the processors from each other. */
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
    started.on('exit', () => endIfCurrent(new Error('The thread that recognizes text ended.')));
    return started;
  }

  function ask(bytes: Uint8Array, limits: PageLimits): Promise<RecognizedPage[]> {
    clearTimeout(idle);
    thread ??= start();
    // While it works it keeps the process alive, and not while it waits.
    thread.ref();
    nextId += 1;
    const request: RecognizeRequest = { id: nextId, bytes, limits };
    const answer = new Promise<RecognizedPage[]>((resolve, reject) =>
      waiting.set(request.id, { resolve, reject }),
    );
    thread.postMessage(request);
    return answer;
  }

  return {
    recognize(bytes, limits) {
      const turn = last.then(() => ask(bytes, limits));
      last = turn.catch(() => undefined);
      return turn;
    },
    stop: async () => void (await end(new Error('The runtime is stopping.'))),
  };
}
