import type { Bundles, ToolPath } from './bundles.ts';
import type { Platform } from './platform.ts';

/** What a bench measured; `other` null when there is nothing to compare with, only an absolute bar. */
export interface Measurement {
  ours: number;
  other: number | null;
  /** Lines printed below the row. */
  notes?: readonly string[];
  /** Further figures, for `bench.json`. */
  details?: Readonly<Record<string, unknown>>;
}

/** What benches share in one run; each part is made when the first bench asks for it. */
export interface BenchContext {
  /** Every function's bundle and those of the bare handlers. */
  bundles(): Promise<Bundles>;
  /** The programs of the benches alone, which takes a second instead of a minute. */
  tools(): Promise<ToolPath>;
  /** The one-machine runtime with an empty table of its own. */
  platform(): Promise<Platform>;
  /** Has something ended with the run, before the platform. */
  defer(end: () => Promise<void>): void;
}

/** One row of the table. */
export interface Bench {
  /** Selects the row on the command line and is its key in `bench.json`. */
  name: string;
  /** Unit of `ours` and `other`. */
  unit: string;
  /** What `other` is; absent when there is none. */
  against?: string;
  /** Limit of ours ÷ other, or of ours when there is no other; null when the row only reports. */
  bar: number | null;
  /** The bar is a lower limit: more is better. */
  atLeast?: true;
  measure(context: BenchContext): Promise<Measurement>;
}

/** A row as `bench.json` holds it. */
export interface BenchResult {
  /** Null when the bench failed. */
  ours: number | null;
  other: number | null;
  /** ours ÷ other */
  ratio: number | null;
  unit: string;
  bar: number | null;
  /** Null when there is no bar. */
  met: boolean | null;
  details?: Readonly<Record<string, unknown>>;
  /** Why the bench failed. */
  failure?: string;
}

/** Judges a measurement by the bar of its bench. */
export function resultOf(
  { unit, bar, atLeast }: Pick<Bench, 'unit' | 'bar' | 'atLeast'>,
  measured: Measurement,
): BenchResult {
  const { ours, other, details } = measured;
  const ratio = other === null ? null : ours / other;
  const judged = ratio ?? ours;
  const met = bar === null ? null : atLeast ? judged >= bar : judged <= bar;
  return { ours, other, ratio, unit, bar, met, ...(details && { details }) };
}

/** The row of a bench that threw: it does not meet its bar. */
function failedResult({ unit, bar }: Bench, error: unknown): BenchResult {
  const failure = error instanceof Error ? error.message : String(error);
  return { ours: null, other: null, ratio: null, unit, bar, met: false, failure };
}

type Report = (
  bench: Bench,
  result: BenchResult,
  soFar: Readonly<Record<string, BenchResult>>,
  notes: readonly string[] | undefined,
) => void;

/** Measures one bench after the other and reports each at once. One that throws is a row that says so; the next follows. */
export async function measureAll(
  benches: readonly Bench[],
  context: BenchContext,
  report: Report,
): Promise<Record<string, BenchResult>> {
  const results: Record<string, BenchResult> = {};
  for (const bench of benches) {
    const measured = await bench.measure(context).catch((error: unknown) => ({ error }));
    const [result, notes] =
      'error' in measured
        ? [failedResult(bench, measured.error), undefined]
        : [resultOf(bench, measured), measured.notes];
    results[bench.name] = result;
    report(bench, result, results, notes);
  }
  return results;
}
