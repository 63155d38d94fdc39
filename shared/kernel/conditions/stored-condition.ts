/** Conditions as fields of a row: storage and evaluation. */
import { parseJson, toJson } from '../base/json.ts';
import { budgetWatch } from './budget.ts';
import { CompiledCache } from './compiled-cache.ts';
import { storedConditionLimits } from './condition-contract.ts';
import { valueResolver } from './condition-expressions.ts';
import { loadEnginesOf } from './engines.ts';
import { type CompiledCondition, compileCondition, type Decision } from './evaluator.ts';
import type { ConditionInput } from './field.ts';
import { resolver } from './resolver.ts';

/** A condition as callers send it. */
export type Condition = Readonly<Record<string, unknown>>;

/**
 * The attribute of an item; undefined without a condition. JSON text, because DynamoDB documents nest at most 32
 * levels deep.
 */
export function conditionAttribute(condition: Condition | null | undefined): { conditionText?: string } {
  return condition ? { conditionText: toJson(condition) } : {};
}

/** The condition of an item; null without one. */
export function toCondition({ conditionText }: { conditionText?: unknown }): Condition | null {
  return conditionText === undefined ? null : parseJson(String(conditionText));
}

/** The field of a response; undefined without a condition. */
export const shownCondition = (condition: Condition | null | undefined): { condition?: Condition } =>
  condition ? { condition } : {};

/** Cached by the text: every revision of a condition has another text. */
const compiledConditions = new CompiledCache<CompiledCondition>();

/** The compiled condition, compiled once while the function is warm. */
export async function loadCondition(conditionText: string): Promise<CompiledCondition> {
  const compiled =
    compiledConditions.find(conditionText) ??
    compiledConditions.keep(conditionText, compileCondition(parseJson(conditionText)), conditionText.length);
  await loadEnginesOf([compiled]);
  return compiled;
}

/** What a condition reads: names in values are paths of the data. */
export const inputOf = (data: object, nowMs: number): ConditionInput => ({
  data,
  resolve: valueResolver(resolver(nowMs, data), { place: 'The condition' }),
});

/** Whether the condition is true for the data. Throws when the evaluation exceeds its budget. */
export function holdsFor(condition: CompiledCondition, data: object, nowMs: number): boolean {
  return condition.evaluate(inputOf(data, nowMs), budgetWatch(storedConditionLimits.budgetMs));
}

/** Like it, with the decisive comparison. */
export function decideFor(condition: CompiledCondition, data: object, nowMs: number): Decision {
  return condition.decide(inputOf(data, nowMs), budgetWatch(storedConditionLimits.budgetMs));
}
