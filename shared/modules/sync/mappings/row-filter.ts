/** Which rows of a batch are synced, by the condition of the mapping. */
import { holdsFor, loadCondition } from '../../../kernel/conditions/stored-condition.ts';
import { toJson } from '../../../kernel/http/json.ts';
import type { Mapping } from './mapping-contract.ts';

/** The result of a row: it is synced, held back, or fails because the condition could not be evaluated in its time. */
export type RowDecision = 'wanted' | 'held back' | 'not evaluated';

export type RowFilter = (data: Readonly<Record<string, unknown>>) => RowDecision;

/** Lets every row through. */
export const everyRow: RowFilter = () => 'wanted';

/** Why a row failed that was not evaluated. */
export const notEvaluatedText = 'The condition of the mapping could not be evaluated in its time.';

/** The filter of a mapping; its condition is compiled once while the function is warm. */
export async function rowFilterOf({ condition }: Mapping, nowMs: number): Promise<RowFilter> {
  if (!condition) return everyRow;
  const compiled = await loadCondition(toJson(condition));
  return (data) => {
    try {
      return holdsFor(compiled, data, nowMs) ? 'wanted' : 'held back';
    } catch {
      return 'not evaluated';
    }
  };
}
