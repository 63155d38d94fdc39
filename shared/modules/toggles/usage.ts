/**
 * Counts evaluations by value and day. Each function counts in memory and writes the counts during an evaluation, once
 * per hundred requests or per minute. When a function ends, it loses less than a minute of unwritten counts.
 */

import { toJson } from '../../kernel/base/json.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { truncate } from '../../kernel/base/text.ts';
import { dayOf } from '../../kernel/base/times.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import { booleanSetting } from '../../kernel/settings/settings.ts';
import type { Evaluation } from './evaluation/evaluate.ts';
import { type CountedDay, writeCounts } from './usage-store.ts';

export const usageLimits = {
  /** Number of requests after which counts are written. */
  gathered: 100,
  /** Maximum age of counts at the next evaluation before they are written. */
  gatherMs: 60_000,
  /** Values are counted by this many characters of their JSON. */
  valueCharacters: 60,
  /** Maximum number of values per toggle and tenant that one function counts separately. */
  values: 20,
} as const;

/** Label of all other values. */
const otherValues = '…';

export interface CountedEvaluation {
  toggleId: string;
  evaluation: Pick<Evaluation, 'value'> | undefined;
}

/** Counts that have not been written yet. Each function has one instance; tests create their own. */
export class EvaluationCounts {
  readonly #days = new Map<string, CountedDay>();
  #gathered = 0;
  #oldestMs = 0;

  add({ tenantId }: TenantScope, { toggleId, evaluation }: CountedEvaluation, nowMs: number): void {
    if (evaluation === undefined) return;
    const day = dayOf(nowMs);
    const key = `${tenantId} ${toggleId} ${day}`;
    const entry = this.#days.get(key) ?? { tenantId, toggleId, day, lastMs: nowMs, counts: new Map() };
    const label = truncate(toJson(evaluation.value) ?? 'null', usageLimits.valueCharacters, '…');
    const hasOwnCount = entry.counts.has(label) || entry.counts.size < usageLimits.values;
    const value = hasOwnCount ? label : otherValues;
    entry.counts.set(value, (entry.counts.get(value) ?? 0) + 1);
    this.#days.set(key, { ...entry, lastMs: nowMs });
  }

  /** Returns and clears the counts to write after a request; mostly empty. */
  take(nowMs: number): CountedDay[] {
    const { gathered, gatherMs } = usageLimits;
    if (this.#gathered === 0) this.#oldestMs = nowMs;
    this.#gathered += 1;
    const isDue = this.#gathered >= gathered || nowMs - this.#oldestMs >= gatherMs;
    if (!isDue) return [];
    const days = [...this.#days.values()];
    this.#days.clear();
    this.#gathered = 0;
    return days;
  }
}

const counts = new EvaluationCounts();

/** Counts evaluations in a tenant. Never throws, so that a failed count does not fail the evaluation. */
export async function countEvaluations(
  scope: TenantScope,
  evaluations: readonly CountedEvaluation[],
  nowMs: number,
  gathered: EvaluationCounts = counts,
  isOn: boolean = booleanSetting('TOGGLE_EVALUATION_COUNTS'),
): Promise<void> {
  if (!isOn) return;
  for (const evaluation of evaluations) gathered.add(scope, evaluation, nowMs);
  const days = gathered.take(nowMs);
  if (days.length === 0) return;
  await writeCounts(days).catch((error: unknown) =>
    log('warn', 'counting evaluations of toggles failed', { error: describeError(error) }),
  );
}
