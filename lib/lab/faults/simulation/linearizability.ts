/**
 * Is there an order of operations, one after the other, that explains what all clients saw? An operation that had ended before
 * another began comes first in it. One whose outcome no client knows took effect at any time after its start, or never.
 * M. P. Herlihy, J. M. Wing: Linearizability (1990); J. M. Wing, C. Gong: Testing and Verifying Concurrent Objects (1993).
 */
import type { Operation } from './history.ts';

export interface Model<State, Call, Outcome> {
  initial: State;
  /**
   * The state after a call that had this outcome, or that had any (undefined) where a client knows none. Undefined when no such
   * outcome is possible in the state.
   */
  apply(state: State, call: Call, outcome: Outcome | undefined): State | undefined;
  /** Equal for equal states. */
  keyOf(state: State): string;
}

/** Returns the operations in such an order; undefined when there is none. Of at most 30 operations. */
export function linearize<State, Call, Outcome>(
  operations: readonly Operation<Call, Outcome>[],
  { initial, apply, keyOf }: Model<State, Call, Outcome>,
): Operation<Call, Outcome>[] | undefined {
  if (operations.length > 30) throw new Error(`${operations.length} operations are too many to order.`);
  const seen = new Set<string>();
  const known = operations.reduce(
    (mask, { outcome }, index) => (outcome === undefined ? mask : mask | (1 << index)),
    0,
  );

  function search(done: number, state: State): Operation<Call, Outcome>[] | undefined {
    if ((done & known) === known) return [];
    const place = `${done} ${keyOf(state)}`;
    if (seen.has(place)) return undefined;
    seen.add(place);
    const left = operations.filter((_, index) => (done & (1 << index)) === 0);
    const firstEnd = Math.min(...left.map(({ endedAt }) => endedAt));
    for (const [index, operation] of operations.entries()) {
      if ((done & (1 << index)) !== 0 || operation.startedAt > firstEnd) continue;
      const next = apply(state, operation.call, operation.outcome);
      const rest = next === undefined ? undefined : search(done | (1 << index), next);
      if (rest !== undefined) return [operation, ...rest];
    }
    return undefined;
  }
  return search(0, initial);
}
