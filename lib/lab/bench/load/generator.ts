/** Runs the load generator in a child process, and returns its reports as they come. */
import { runTool } from '../child.ts';
import type { MixedJob, MixedReport } from '../tools/mixed-load.ts';

/** A realistic limit; further requests wait in the generator, and their waiting time counts. */
const maxInFlight = 512;

/**
 * Generates load until the job is done, and returns all reports; each is passed on as it comes. Throws when the tool
 * fails.
 */
export async function generate(
  tool: string,
  job: Pick<MixedJob, 'requests' | 'perSecond' | 'seconds'> & Partial<MixedJob>,
  onReport: (report: MixedReport) => void = () => {},
): Promise<MixedReport[]> {
  const whole: MixedJob = { maxInFlight, drainSeconds: 10, reportSeconds: 1, seed: 1, ...job };
  return runTool(tool, whole, {}, [], (line) => onReport(JSON.parse(line)));
}

/** Merges records: values of the same name. */
function mergeByName<Value, Merged>(
  records: readonly Readonly<Record<string, Value>>[],
  merge: (values: Value[]) => Merged,
): Record<string, Merged> {
  const byName = Map.groupBy(records.flatMap(Object.entries<Value>), ([name]) => name);
  return Object.fromEntries([...byName].map(([name, all]) => [name, merge(all.map(([, value]) => value))]));
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Merges consecutive reports into one. */
export function inOne(reports: readonly MixedReport[]): MixedReport {
  return {
    atSeconds: reports.at(-1)?.atSeconds ?? 0,
    due: total(reports.map(({ due }) => due)),
    completedInTime: total(reports.map(({ completedInTime }) => completedInTime)),
    pendingAtEnd: total(reports.map(({ pendingAtEnd }) => pendingAtEnd)),
    latenciesMs: mergeByName(
      reports.map(({ latenciesMs }) => latenciesMs),
      (lists) => lists.flat(),
    ),
    failures: mergeByName(
      reports.map(({ failures }) => failures),
      total,
    ),
    latenessMs: reports.flatMap(({ latenessMs }) => latenessMs),
  };
}
