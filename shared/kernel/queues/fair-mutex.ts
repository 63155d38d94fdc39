/**
 * A mutex for work of a worker's process that keeps the CPU busy or needs much memory: it is done one piece at a time, the
 * tenants in turn. Otherwise one tenant's work could exceed the worker's timeout or its memory, which ends the work of all
 * tenants in the batch. Mutexes of libraries serve one tenant's long queue first.
 */
import { PostponedError } from './errors.ts';

interface Waiting {
  untilMs: number;
  start: () => void;
  refuse: (error: PostponedError) => void;
}

export class FairMutex {
  readonly #maxWaitMs: number;
  readonly #clock: () => number;
  /** By tenant; the tenant whose turn is next is first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #isBusy = false;

  constructor(maxWaitMs: number, clock: () => number = () => performance.now()) {
    this.#maxWaitMs = maxWaitMs;
    this.#clock = clock;
  }

  /** Does the work when the tenant's turn comes. Throws PostponedError, with nothing done, if that is too late. */
  async run<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isBusy) await this.#turnOf(tenantId);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #turnOf(tenantId: string): Promise<void> {
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const waiting = { untilMs: this.#clock() + this.#maxWaitMs, start, refuse };
    this.#waiting.set(tenantId, [...(this.#waiting.get(tenantId) ?? []), waiting]);
    return promise;
  }

  /** Starts the next work that has not waited for too long. The process stays busy until that work begins. */
  #startNext(): void {
    for (let [entry] = this.#waiting; entry !== undefined; [entry] = this.#waiting) {
      const [tenantId, [next, ...others]] = entry;
      this.#waiting.delete(tenantId);
      if (others.length > 0) this.#waiting.set(tenantId, others);
      if (next === undefined) continue;
      if (next.untilMs > this.#clock()) {
        next.start();
        return;
      }
      next.refuse(new PostponedError('The worker is busy with other work.'));
    }
    this.#isBusy = false;
  }
}
