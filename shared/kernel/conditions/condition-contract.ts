/**
 * A condition as a field of another resource: of a toggle's rule, a segment, a webhook, a job, a mapping. All are
 * checked and described in the same way.
 */
import * as z from 'zod/mini';
import { toJson } from '../base/json.ts';
import { findJsonProblem, maxJsonLevels } from '../http/caller-json.ts';
import { about } from '../http/fields.ts';
import { conditionsIn, findConditionProblem } from './condition.ts';

export const storedConditionLimits = {
  /** Nested groups; a comparison alone has one level. */
  maxLevels: 100,
  /** JSON text of a condition. */
  maxBytes: 16_384,
  /** Time limit of one evaluation, checked between comparisons. */
  budgetMs: 200,
} as const;

/** What nests too deep in a well-formed condition of any depth: its groups, or a value; undefined when nothing does. */
function depthProblem(condition: unknown): string | undefined {
  const { maxLevels } = storedConditionLimits;
  const stack: { node: unknown; level: number }[] = [{ node: condition, level: 1 }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const node = entry.node as object;
    const nested = conditionsIn(node);
    const parts = nested.length === 0 ? node : { ...node, rules: undefined, condition: undefined };
    if (entry.level > maxLevels) return `must nest at most ${maxLevels} levels`;
    if (findJsonProblem(parts)?.kind === 'too_deep')
      return `must have values that nest at most ${maxJsonLevels - 1} levels`;
    for (const part of nested) stack.push({ node: part.node, level: entry.level + 1 });
  }
  return undefined;
}

/** Returns the first problem of a condition to be stored; undefined when it is valid. */
export function storedConditionProblem(condition: unknown): string | undefined {
  const problem = findConditionProblem(condition) ?? depthProblem(condition);
  if (problem !== undefined) return problem;
  const { maxBytes } = storedConditionLimits;
  return Buffer.byteLength(toJson(condition)) > maxBytes
    ? `must have at most ${maxBytes} bytes of JSON`
    : undefined;
}

/**
 * The field of a contract; null is no condition. The contract must name it in `deepFields`, because its depth is
 * checked here.
 */
export const conditionField = (description: string, example: unknown) =>
  z
    .nullable(
      z.custom<Readonly<Record<string, unknown>>>().check(
        z.refine((value: unknown) => storedConditionProblem(value) === undefined, {
          error: ({ input }) => storedConditionProblem(input),
        }),
        z.meta({ $ref: '#/components/schemas/Condition' }),
      ),
    )
    .check(about(description, example));
