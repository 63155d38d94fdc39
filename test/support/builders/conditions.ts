/** Conditions on plain data, evaluated without a rule. */

import { compileCondition } from '../../../shared/kernel/conditions/evaluator.ts';
import type { ConditionInput } from '../../../shared/kernel/conditions/field.ts';

export type Condition = Record<string, unknown>;

/** Data with the values of placeholders, by name. */
export function inputOf(data: unknown, names: Record<string, unknown> = {}): ConditionInput {
  return { data, resolve: (name) => names[name] };
}

export const evaluate = (
  condition: Condition | null,
  data: unknown,
  names?: Record<string, unknown>,
): boolean => compileCondition(condition).evaluate(inputOf(data, names));

/** Compares the field `a`, which is absent if `left` is undefined, with a value. */
export const compare = (left: unknown, operator: string, value: unknown): boolean =>
  evaluate({ field: 'a', operator, value }, left === undefined ? {} : { a: left });
