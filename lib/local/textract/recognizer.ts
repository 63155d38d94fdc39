/** Recognizes the text of documents in a thread, which starts with the first page and ends when it is idle. */
import { Worker } from 'node:worker_threads';
import { DocumentError, type RecognizedPages } from './document.ts';
import type { RecognizeReply, RecognizeRequest } from './worker.ts';

const idleMs = 30_000;

/** One thread reads one document after the other: several threads would only compete for the processors. */
export class Recognizer {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The document in the thread. */
  #current: PromiseWithResolvers<RecognizedPages> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Throws DocumentError for documents that Textract refuses, other errors when the thread ended. */
  recognize(bytes: Uint8Array, maxPages: number): Promise<RecognizedPages> {
    const turn = this.#last.then(() => this.#recognizeNow({ bytes, maxPages }));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the thread; its current request is rejected. */
  async stop(): Promise<void> {
    await this.#end(new Error('The runtime is stopping.'));
  }

  #recognizeNow(request: RecognizeRequest): Promise<RecognizedPages> {
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    // It keeps the process alive only while it works.
    this.#thread.ref();
    this.#current = Promise.withResolvers();
    this.#thread.postMessage(request);
    return this.#current.promise;
  }

  #start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url));
    const endIfCurrent = (error: Error) => void (this.#thread === started && this.#end(error));
    return started
      .on('message', (reply: RecognizeReply) => this.#settle(reply))
      .on('error', endIfCurrent)
      .on('exit', () => endIfCurrent(new Error('The text recognition thread ended.')));
  }

  #settle(reply: RecognizeReply): void {
    if ('pages' in reply) this.#current?.resolve(reply.pages);
    else if (reply.refusal === 'failed') this.#current?.reject(new Error(reply.message));
    else this.#current?.reject(new DocumentError(reply.refusal, reply.message));
    this.#thread?.unref();
    this.#idle = setTimeout(() => this.#end(new Error('idle')), idleMs).unref();
  }

  async #end(reason: Error): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    clearTimeout(this.#idle);
    this.#current?.reject(reason);
    await thread?.terminate();
  }
}
