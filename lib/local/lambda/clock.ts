/** Clocks of Lambda's machines differ, and nothing may rest on theirs being the same. */

/** Makes the clock of this thread wrong by so much, for everybody who asks for the time. */
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
