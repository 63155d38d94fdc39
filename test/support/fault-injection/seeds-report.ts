/** The table of a run of many seeds. */
import { runtimeName } from '../../../lib/lab/bench/load/soak-verdict.ts';
import { type TrendRule, trendOf } from '../../../lib/lab/bench/load/trend.ts';
import type { SeedResult } from './system-seeds.ts';

type Numbers = Readonly<Record<string, number>>;

function sumOf(all: readonly Numbers[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const numbers of all)
    for (const [name, value] of Object.entries(numbers)) sum[name] = (sum[name] ?? 0) + value;
  return sum;
}

const total = (numbers: Numbers): number => Object.values(numbers).reduce((sum, value) => sum + value, 0);
const text = (value: number): string => value.toLocaleString('en');
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(0)} s`;

/** A value may grow by 1 MB per minute, or by 0.5 % if that is more. */
const memoryRule: TrendRule = { windowSeconds: 180, limitPerMinute: 1, limitShare: 0.005 };

/** Memory of a process after the first seed, in the middle and at the end, and whether it grows. */
function memoryRows(results: readonly SeedResult[]): string[][] {
  const names = [...new Set(results.flatMap(({ memoryMb }) => Object.keys(memoryMb)))].toSorted();
  return names.map((name) => {
    const points = results.map(({ endedAtSeconds, memoryMb }) => ({
      atSeconds: endedAtSeconds,
      value: memoryMb[name] ?? 0,
    }));
    const at = (share: number) => points[Math.round((points.length - 1) * share)]?.value.toFixed(0) ?? '';
    const range = `${at(0)}, ${at(0.5)}, ${at(1)} MB`;
    // Dozens of workers start and end in it during a seed, so only its own heap tells whether something is kept.
    if (name === runtimeName) return [`memory: ${name} with its workers`, range];
    const trend = trendOf(points, memoryRule);
    const growth = trend && `${trend.perMinute.toFixed(2)} MB/min: ${trend.isFlat ? 'flat' : 'grows'}`;
    return [`memory: ${name}`, `${range}; ${growth ?? 'too short to judge'}`];
  });
}

/** The processes whose memory grows in the second half; empty for a run that is too short to judge. */
export const growingProcesses = (results: readonly SeedResult[]): string[] =>
  memoryRows(results).flatMap(([name = '', figures = '']) =>
    figures.endsWith('grows') ? [`${name}: ${figures}`] : [],
  );

/** A Markdown table of two columns. */
export function seedsReport(results: readonly SeedResult[]): string {
  const seeds = results.map(({ seed }) => seed);
  const checked = sumOf(results.map((result) => ({ ...result.checked })));
  const succeeded = sumOf(results.map((result) => result.succeeded));
  const injected = sumOf(results.map((result) => result.injected));
  const failed = results.filter(({ problems }) => problems.length > 0);
  const rows = [
    ['seeds', `${text(results.length)} (${Math.min(...seeds)} to ${Math.max(...seeds)})`],
    ['time', `${((results.at(-1)?.endedAtSeconds ?? 0) / 60).toFixed(1)} minutes`],
    ['requests that succeeded', `${text(total(succeeded))} of ${Object.keys(succeeded).length} operations`],
    ['requests repeated by clients', text(results.reduce((sum, { repeated }) => sum + repeated, 0))],
    ['workers killed while busy', text(results.reduce((sum, { kills }) => sum + kills, 0))],
    ['outages of a service', text(results.filter(({ plan }) => plan !== undefined).length)],
    ...Object.entries(injected)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, times]) => [kind, text(times)]),
    ['items checked', text(checked.items ?? 0)],
    ['objects checked', text(checked.objects ?? 0)],
    ['deliveries checked', text(checked.deliveries ?? 0)],
    ['longest time until everything held', seconds(Math.max(...results.map((one) => one.mendedAfterMs)))],
    ...memoryRows(results),
    ['seeds that failed', failed.length === 0 ? 'none' : failed.map(({ seed }) => seed).join(', ')],
  ];
  return [
    '| What | Figure |',
    '|---|---|',
    ...rows.map(([what, figure]) => `| ${what} | ${figure} |`),
    '',
  ].join('\n');
}
