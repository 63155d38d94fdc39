/** Statistics of the rule log. Pure. */
import type { RuleType } from '../authoring/rule-limits.ts';
import type { LogFigures, LogGroup } from './log-contract.ts';
import type { ExecutionResult, RuleLog } from './log-entry-contract.ts';

/** Durations and results of rules. */
interface Tally {
  name: string;
  times: number[];
  success: number;
  failure: number;
  notApplied: number;
  error: number;
}

const newTally = (name: string): Tally => ({
  name,
  times: [],
  success: 0,
  failure: 0,
  notApplied: 0,
  error: 0,
});

/** For guards and validations, a false condition is a failure. Other types act if their condition holds. */
const judging: ReadonlySet<RuleType> = new Set(['GUARD', 'VALIDATION']);

/** Whether the condition was false and the rule has no actions for that case. */
function isNotApplied({ ruleType, executionResult, outputContext }: RuleLog): boolean {
  const { actionsExecuted = null, missingFields } = outputContext;
  return (
    executionResult === 'FAILURE' &&
    !judging.has(ruleType) &&
    actionsExecuted === null &&
    missingFields === undefined
  );
}

/** The result as which an entry is counted. */
function countedResult(row: RuleLog): 'NOT_APPLIED' | ExecutionResult {
  return isNotApplied(row) ? 'NOT_APPLIED' : row.executionResult;
}

const counters = {
  SUCCESS: 'success',
  FAILURE: 'failure',
  NOT_APPLIED: 'notApplied',
  ERROR: 'error',
} as const;

function add(tally: Tally, row: RuleLog): void {
  tally.times.push(row.executionTimeMs);
  tally[counters[countedResult(row)]] += 1;
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The nearest-rank percentile of sorted numbers; 0 without numbers. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function figuresOf({ times, success, failure, notApplied, error }: Tally): LogFigures {
  const sorted = times.toSorted((a, b) => a - b);
  const sum = sorted.reduce((total, time) => total + time, 0);
  const executions = sorted.length;
  const applied = executions - notApplied;
  return {
    executions,
    success,
    failure,
    notApplied,
    error,
    successRate: applied === 0 ? 0 : rounded(success / applied),
    averageTimeMs: executions === 0 ? 0 : rounded(sum / executions),
    p50TimeMs: percentile(sorted, 0.5),
    p95TimeMs: percentile(sorted, 0.95),
    p99TimeMs: percentile(sorted, 0.99),
    maxTimeMs: sorted.at(-1) ?? 0,
  };
}

/** The group of an entry: its key, and its display name. */
const groupings: Readonly<Record<LogGroup, (row: RuleLog) => [key: string, name: string]>> = {
  rule: ({ ruleId, ruleName }) => [ruleId, ruleName],
  entityType: ({ entityType }) => [entityType, entityType],
  result: (row) => [countedResult(row), countedResult(row)],
  hour: ({ executedAt }) => [`${executedAt.slice(0, 13)}:00:00.000Z`, `${executedAt.slice(0, 13)}:00`],
  day: ({ executedAt }) => [executedAt.slice(0, 10), executedAt.slice(0, 10)],
};

export type GroupFigures = LogFigures & { key: string; name: string };

/** Counts entries; without `groupBy` only in total. */
export class LogTally {
  readonly #all = newTally('');
  readonly #groups = new Map<string, Tally>();
  readonly #groupBy: LogGroup | undefined;

  constructor(groupBy: LogGroup | undefined) {
    this.#groupBy = groupBy;
  }

  add(row: RuleLog): void {
    add(this.#all, row);
    if (this.#groupBy === undefined) return;
    const [key, name] = groupings[this.#groupBy](row);
    const group = this.#groups.get(key) ?? newTally(name);
    this.#groups.set(key, group);
    add(group, row);
  }

  /** The statistics of all entries. */
  figures(): LogFigures {
    return figuresOf(this.#all);
  }

  /** The statistics of each group: hours and days in order, other groups by size, largest first. */
  groups(): GroupFigures[] {
    const groups = [...this.#groups].map(([key, tally]) => ({ key, name: tally.name, ...figuresOf(tally) }));
    const byKey = (a: GroupFigures, b: GroupFigures) => (a.key < b.key ? -1 : 1);
    const isTime = this.#groupBy === 'hour' || this.#groupBy === 'day';
    return groups.toSorted((a, b) => (isTime ? byKey(a, b) : b.executions - a.executions || byKey(a, b)));
  }
}
