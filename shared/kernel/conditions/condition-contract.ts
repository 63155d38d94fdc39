/**
 * A condition as a field of another resource: of a toggle's rule, a segment, a webhook, a job, a mapping. All are
 * checked and described in the same way.
 */
import * as z from 'zod/mini';
import { toJson } from '../http/json.ts';
import { findConditionProblem } from './condition.ts';

export const storedConditionLimits = {
  /** Nested groups; a comparison alone has one level. */
  maxLevels: 100,
  /** JSON text of a condition. */
  maxBytes: 16_384,
  /** Time limit of one evaluation, checked between comparisons. */
  budgetMs: 200,
} as const;

/** Levels of groups in a well-formed condition of any depth. */
function levelsOf(condition: unknown): number {
  let deepest = 0;
  const stack: { node: unknown; level: number }[] = [{ node: condition, level: 1 }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    deepest = Math.max(deepest, entry.level);
    const { rules } = entry.node as { rules?: unknown };
    if (!Array.isArray(rules)) continue;
    for (const node of rules) stack.push({ node, level: entry.level + 1 });
  }
  return deepest;
}

/** Returns the first problem of a condition to be stored; undefined when it is valid. */
export function storedConditionProblem(condition: unknown): string | undefined {
  const problem = findConditionProblem(condition);
  if (problem !== undefined) return problem;
  const { maxLevels, maxBytes } = storedConditionLimits;
  if (levelsOf(condition) > maxLevels) return `must nest at most ${maxLevels} levels`;
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
    .check(
      z.meta({
        description:
          `${description} It nests at most ${storedConditionLimits.maxLevels} levels and has at most ` +
          `${storedConditionLimits.maxBytes} bytes of JSON.`,
        examples: [example],
      }),
    );
