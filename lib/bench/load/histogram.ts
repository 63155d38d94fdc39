/** Latencies as counts per bucket: histograms can be merged, and any percentile can be computed. */

export interface Histogram {
  /** Number of responses per bucket, by bucket number. */
  counts: Record<string, number>;
  count: number;
  maxMs: number;
}

/** The first bucket holds everything below; each further one is 2 % wider, which limits the error of percentiles. */
const smallestMs = 0.1;
const growth = Math.log(1.02);

export const emptyHistogram = (): Histogram => ({ counts: {}, count: 0, maxMs: 0 });

const bucketOf = (ms: number): number =>
  ms <= smallestMs ? 0 : Math.ceil(Math.log(ms / smallestMs) / growth - 1e-9);

/** The upper end of a bucket. */
const endOf = (bucket: number): number => smallestMs * Math.exp(bucket * growth);

/** Counts one latency. */
export function record(histogram: Histogram, ms: number): void {
  const bucket = bucketOf(ms);
  histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
  histogram.count += 1;
  histogram.maxMs = Math.max(histogram.maxMs, ms);
}

/** Merges histograms. */
export function merge(histograms: readonly Histogram[]): Histogram {
  const merged = emptyHistogram();
  for (const { counts, count, maxMs } of histograms) {
    for (const [bucket, n] of Object.entries(counts))
      merged.counts[bucket] = (merged.counts[bucket] ?? 0) + n;
    merged.count += count;
    merged.maxMs = Math.max(merged.maxMs, maxMs);
  }
  return merged;
}

/**
 * The time within which this share (0–1) of responses came, at most 2 % too long. With few responses, high percentiles
 * are the slowest one. Throws when there are none.
 */
export function percentile({ counts, count, maxMs }: Histogram, share: number): number {
  if (count === 0) throw new Error('A percentile needs at least one response.');
  // Slightly reduced: 0.999 of 1 000 responses are 999, which floating point arithmetic would round up by one.
  const rank = Math.max(1, Math.ceil(share * count - 1e-9));
  let seen = 0;
  for (const bucket of Object.keys(counts)
    .map(Number)
    .sort((a, b) => a - b)) {
    seen += counts[bucket] ?? 0;
    if (seen >= rank) return Math.min(endOf(bucket), maxMs);
  }
  return maxMs;
}

const shares = [0.5, 0.9, 0.99, 0.999] as const;

/** `p50` to `p99.9` in milliseconds. */
export type Percentiles = Record<'p50' | 'p90' | 'p99' | 'p99.9', number>;

/** Throws when there are no responses. */
export function percentilesOf(histogram: Histogram): Percentiles {
  const [p50, p90, p99, p999] = shares.map((share) => percentile(histogram, share));
  return { p50: p50 ?? 0, p90: p90 ?? 0, p99: p99 ?? 0, 'p99.9': p999 ?? 0 };
}

/**
 * The counts in wider cells for display: this number between `fromMs` and `toMs`, equally wide on a logarithmic axis.
 */
export function cellsOf(
  { counts }: Histogram,
  { fromMs, toMs, cells }: { fromMs: number; toMs: number; cells: number },
): number[] {
  const found = Array.from({ length: cells }, () => 0);
  const width = Math.log(toMs / fromMs) / cells;
  for (const [bucket, n] of Object.entries(counts)) {
    const cell = Math.floor((Math.log(endOf(Number(bucket)) / fromMs) - growth / 2) / width);
    const within = Math.min(cells - 1, Math.max(0, cell));
    found[within] = (found[within] ?? 0) + n;
  }
  return found;
}
