/**
 * Counts evaluations by value and day. Each function counts in its memory and writes what has gathered now and then, with an
 * evaluation that is under way: one request in a hundred, or one a minute. What a function has not written when
 * it ends is lost, which is less than a minute of its evaluations.
 */

import type { TenantScope } from '../../kernel/auth/principal.ts';
import { toJson } from '../../kernel/http/json.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import { booleanSetting } from '../../kernel/settings/settings.ts';
import { truncate } from '../../kernel/text/text.ts';
import { dayOf } from '../../kernel/text/times.ts';
import type { Evaluation } from './evaluation/evaluate.ts';
import { type CountedDay, writeCounts } from './usage-store.ts';

export const usageLimits = {
  /** Requests with evaluations that are gathered before these are written. */
  gathered: 100,
  /** The oldest gathered evaluation waits no longer for the next one of any toggle. */
  gatherMs: 60_000,
  /** Characters of a value by which it is counted. */
  valueCharacters: 60,
  /** Different values of a toggle in a tenant that one function gathers; others count together. */
  values: 20,
} as const;

/** What evaluations of the other values are counted by. */
const otherValues = '…';

export interface CountedEvaluation {
  toggleId: string;
  evaluation: Pick<Evaluation, 'value'> | undefined;
}

/** Counts that are still to be written. Tests make their own; functions share one. */
export class EvaluationCounts {
  readonly #days = new Map<string, CountedDay>();
  #gathered = 0;
  #oldestMs = 0;

  add({ tenantId }: TenantScope, { toggleId, evaluation }: CountedEvaluation, nowMs: number): void {
    if (evaluation === undefined) return;
    const day = dayOf(nowMs);
    const key = `${tenantId} ${toggleId} ${day}`;
    const counted = this.#days.get(key) ?? { tenantId, toggleId, day, lastMs: nowMs, counts: new Map() };
    const label = truncate(toJson(evaluation.value) ?? 'null', usageLimits.valueCharacters, '…');
    const isKnown = counted.counts.has(label) || counted.counts.size < usageLimits.values;
    const value = isKnown ? label : otherValues;
    counted.counts.set(value, (counted.counts.get(value) ?? 0) + 1);
    this.#days.set(key, { ...counted, lastMs: nowMs });
  }

  /** What is to be written after a request; nothing most of the time. It is forgotten here then. */
  take(nowMs: number): CountedDay[] {
    const { gathered, gatherMs } = usageLimits;
    if (this.#gathered === 0) this.#oldestMs = nowMs;
    this.#gathered += 1;
    const isTime = this.#gathered >= gathered || nowMs - this.#oldestMs >= gatherMs;
    if (!isTime) return [];
    const days = [...this.#days.values()];
    this.#days.clear();
    this.#gathered = 0;
    return days;
  }
}

const counts = new EvaluationCounts();

/** Counts evaluations in a tenant. Never throws: an evaluation does not fail because it could not be counted. */
export async function countEvaluations(
  scope: TenantScope,
  evaluations: readonly CountedEvaluation[],
  nowMs: number,
  gathered: EvaluationCounts = counts,
  isOn: boolean = booleanSetting('TOGGLE_EVALUATION_COUNTS'),
): Promise<void> {
  if (!isOn) return;
  for (const one of evaluations) gathered.add(scope, one, nowMs);
  const days = gathered.take(nowMs);
  if (days.length === 0) return;
  await writeCounts(days).catch((error: unknown) =>
    log('warn', 'evaluations of toggles were not counted', { error: describeError(error) }),
  );
}
