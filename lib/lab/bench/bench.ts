import type { Bundles, ToolPath } from './bundles.ts';
import type { PassiveTable } from './passive-table.ts';
import type { Platform } from './platform.ts';

/** The result of a bench; `other` is null when there is nothing to compare with, only an absolute bar. */
export interface Measurement {
  ours: number;
  other: number | null;
  /** Lines printed below the row. */
  notes?: readonly string[];
  /** Further figures, for `bench.json`. */
  details?: Readonly<Record<string, unknown>>;
}

/** Resources that the benches of one run share; each is created when the first bench needs it. */
export interface BenchContext {
  /** Bundles of every function and of the bare handlers. */
  bundles(): Promise<Bundles>;
  /** Only the tools of the benches, which take a second to bundle instead of a minute. */
  tools(): Promise<ToolPath>;
  /** The local runtime with an empty table. */
  platform(): Promise<Platform>;
  /** The local table without background work. */
  passiveTable(): Promise<PassiveTable>;
  /** Registers a clean-up that runs before the platform stops. */
  defer(end: () => Promise<void>): void;
}

/** One row of the table. */
export interface Bench {
  /** The name on the command line and in `bench.json`. */
  name: string;
  /** Unit of `ours` and `other`. */
  unit: string;
  /** Description of `other`; absent without one. */
  against?: string;
  /** Limit of ours ÷ other, or of ours when there is no other; null when the row has no limit. */
  bar: number | null;
  /** The bar is a lower limit: higher is better. */
  atLeast?: true;
  measure(context: BenchContext): Promise<Measurement>;
}

/** A row in `bench.json`. */
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
  /** The error of a failed bench. */
  failure?: string;
}

/** Compares a measurement with the bar of its bench. */
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

/** The row of a bench that threw: its bar is not met. */
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

/**
 * Measures one bench after the other and reports each at once. A bench that throws becomes a failed row, and the next
 * one runs.
 */
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
