/** Types of compiled conditions and their explanations. */
import type { BudgetCheck } from './budget.ts';
import type { ConditionInput } from './field.ts';

/** One compiled comparison. Undefined if the missing field of a list's element fails the condition. */
export type Test = (input: ConditionInput, watch: BudgetCheck | undefined) => boolean | undefined;

/** The condition on one element of a list. */
export interface TracedElement {
  /** Index of the element from 0. */
  index: number;
  result: boolean;
  /** The comparison that decided it; its path starts in the condition on the element. */
  decidedBy: TracedComparison | null;
}

/** Operands and result of a comparison. */
export interface TracedComparison {
  /** `rules[1].rules[0]`; empty when the condition is this comparison. */
  path: string;
  field: string;
  operator: string;
  expected: unknown;
  /** The field or the content of the `{{…}}` that `expected` is the value of; not in responses. */
  comparedWith?: string;
  actual: unknown;
  result: boolean;
  /** The first evaluated elements of a list, and the last. */
  elements?: TracedElement[];
}

/** Comparisons on elements that one explanation may still contain. */
export interface TraceAllowance {
  elements: number;
}

/** Comparisons whose missing fields are still looked for: lists within lists multiply them. */
export interface SearchAllowance {
  comparisons: number;
}

export interface Decision {
  result: boolean;
  /** The decisive comparison; null for a condition without any. */
  decidedBy: TracedComparison | null;
  /** The missing fields, if their absence failed the condition; else empty. */
  failedByMissing: string[];
}

export interface Explanation extends Decision {
  /** The first executed comparisons, in order; without those that could not change the outcome. */
  comparisons: TracedComparison[];
  /** Number of executed comparisons. */
  made: number;
  /** The missing fields that comparisons read; the first hundred. */
  missingFields: string[];
}

/** What must be loaded before an evaluation. */
export interface NeededEngines {
  /** The engine of patterns (`shared/kernel/base/patterns.ts`). */
  usesPatterns: boolean;
  /** The engine of expressions (`shared/kernel/expressions/engine.ts`). */
  usesExpressions: boolean;
}

/** What all of the conditions need together. */
export const enginesOf = (conditions: readonly (NeededEngines | undefined)[]): NeededEngines => ({
  usesPatterns: conditions.some((condition) => condition?.usesPatterns),
  usesExpressions: conditions.some((condition) => condition?.usesExpressions),
});

export interface CompiledCondition extends NeededEngines {
  /** Number of comparisons. */
  size: number;
  evaluate(input: ConditionInput, watch?: BudgetCheck): boolean;
  /** Like `evaluate`; undefined if a missing field fails the condition. */
  test: Test;
  /** Like `evaluate`, with the decisive comparison. */
  decide(input: ConditionInput, watch?: BudgetCheck, allowance?: TraceAllowance): Decision;
  /** Like `evaluate`, with every executed comparison. */
  explain(input: ConditionInput, watch?: BudgetCheck): Explanation;
  /** The missing fields of the whole condition, each once; the first hundred, in as many comparisons as allowed. */
  missingFields(input: ConditionInput, allowance?: SearchAllowance): string[];
  /** The missing fields of the comparisons that an evaluation makes, each once; the first hundred. */
  missingMade(input: ConditionInput, watch?: BudgetCheck): string[];
  /** Every path that the condition reads, including placeholders, each once. */
  paths(): string[];
  /** Like `paths`; those that a condition on elements reads outside of them start with `$data`. */
  reads(): string[];
}
