/** How busy an integration was of late: counts of its log entries per UTC day. Pure. */
import { integrationLimits } from './limits.ts';

const { analyticsDays } = integrationLimits;
const dayMs = 86_400_000;

/** Counts as they lie in the table: `d20260301` entries, `e20260301` errors. */
export type DailyCounts = Readonly<Record<string, unknown>>;

export interface Analytics {
  lastActivityAt: string | null;
  totalCount: number;
  errorCount: number;
  errorRate: number;
  dailyCounts: number[];
}

const dayName = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

const names = (prefix: 'd' | 'e', nowMs: number, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `${prefix}${dayName(nowMs - (from + index) * dayMs)}`);

/** What some entries add to the counts, and which counts are too old to be kept. */
export function countChange(
  entries: { total: number; errors: number },
  nowMs: number,
): { amounts: Record<string, number>; outdated: string[] } {
  const today = dayName(nowMs);
  // The item expires after as many idle days, so nothing older than twice their number is left over.
  const old = (prefix: 'd' | 'e') => names(prefix, nowMs, analyticsDays, 2 * analyticsDays + 2);
  return {
    amounts: {
      [`d${today}`]: entries.total,
      ...(entries.errors > 0 && { [`e${today}`]: entries.errors }),
    },
    outdated: [...old('d'), ...old('e')],
  };
}

/** The last 30 days in figures. */
export function toAnalytics(counts: DailyCounts | undefined, nowMs: number): Analytics {
  const values = (prefix: 'd' | 'e') =>
    names(prefix, nowMs, 0, analyticsDays).map((name) => Number(counts?.[name] ?? 0));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const [daily, errors] = [values('d'), values('e')];
  const [totalCount, errorCount] = [sum(daily), sum(errors)];
  const { lastActivityAtMs } = counts ?? {};
  return {
    lastActivityAt: typeof lastActivityAtMs === 'number' ? new Date(lastActivityAtMs).toISOString() : null,
    totalCount,
    errorCount,
    errorRate: totalCount === 0 ? 0 : errorCount / totalCount,
    dailyCounts: daily.toReversed(),
  };
}
