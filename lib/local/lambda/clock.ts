/** Skews a thread's clock: clocks of Lambda's machines differ, and code must not depend on equal clocks. */

/** Shifts the clock of this thread by `skewMs` for all code in it. */
export function skewClock(skewMs: number): void {
  if (skewMs === 0) return;
  const True = Date;
  class SkewedDate extends True {
    constructor(...given: [] | ConstructorParameters<typeof Date>) {
      if (given.length === 0) super(True.now() + skewMs);
      else super(...given);
    }
    static override now(): number {
      return True.now() + skewMs;
    }
  }
  globalThis.Date = SkewedDate as DateConstructor;
}
