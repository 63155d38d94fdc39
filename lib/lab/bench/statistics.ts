/** The value below which this share (0–1) of the numbers lies, interpolated. Throws for an empty list. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (below === undefined || above === undefined) throw new Error('A quantile needs at least one number.');
  return below + (above - below) * (position - Math.floor(position));
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

export const percentileNames = ['p50', 'p90', 'p99', 'p99.9'] as const;
export type Percentiles = Record<(typeof percentileNames)[number], number>;

/** Throws for an empty list. */
export function percentilesOf(numbers: readonly number[]): Percentiles {
  return {
    p50: quantile(numbers, 0.5),
    p90: quantile(numbers, 0.9),
    p99: quantile(numbers, 0.99),
    'p99.9': quantile(numbers, 0.999),
  };
}

/** The increases of counts, by name. */
export function increases(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Record<string, number> {
  const grown = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, more]) => more > 0));
}

/** Runs it once and returns the elapsed milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/**
 * Measures every side once per round, one after the other, so that other work of the machine affects all sides alike;
 * every other round is in reverse order. Returns each side's measurements in order.
 */
export async function alternate<Sides extends Readonly<Record<string, () => Promise<unknown>>>>(
  rounds: number,
  sides: Sides,
): Promise<{ [Side in keyof Sides]: Awaited<ReturnType<Sides[Side]>>[] }> {
  const measured: Record<string, unknown[]> = {};
  for (let round = 0; round < rounds; round++) {
    const order = Object.entries(sides);
    for (const [name, side] of round % 2 === 0 ? order : order.toReversed()) {
      measured[name] ??= [];
      measured[name].push(await side());
    }
  }
  return measured as { [Side in keyof Sides]: Awaited<ReturnType<Sides[Side]>>[] };
}
