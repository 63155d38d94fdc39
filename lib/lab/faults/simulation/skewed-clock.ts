/** A clock of its own for each process of a simulation: those of Lambda's machines differ, and code must not depend on equal ones. */
import { AsyncLocalStorage } from 'node:async_hooks';

const skews = new AsyncLocalStorage<number>();
const True = Date;
const nowMs = (): number => True.now() + (skews.getStore() ?? 0);

class SkewedDate extends True {
  constructor(...given: [] | ConstructorParameters<typeof Date>) {
    if (given.length === 0) super(nowMs());
    else super(...given);
  }
  /** Dates that were made before are dates as well. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof True;
  }
  static override now(): number {
    return nowMs();
  }
}

/** Runs work whose clock, and that of all it starts, is wrong by `skewMs`. Work outside of it keeps the true clock. */
export function duringClockOf<Result>(skewMs: number, work: () => Result): Result {
  globalThis.Date = SkewedDate as DateConstructor;
  return skews.run(skewMs, work);
}
