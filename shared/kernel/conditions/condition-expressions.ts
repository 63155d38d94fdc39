/**
 * Expressions in conditions: a value of a comparison that is one `{{…}}` is replaced, other texts are constants. Small,
 * because functions whose conditions contain no expression load it; the engine is loaded for those that do.
 */
import { truncate } from '../base/text.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { evaluateIn, expressionProblems } from '../expressions/engine.ts';
import { isName, templatesIn } from '../expressions/template.ts';
import { placeholderName } from './comparison.ts';
import type { ConditionInput } from './field.ts';
import type { Resolve } from './resolver.ts';

/** An expression in the value of a comparison failed. */
export class ConditionValueError extends Error {
  override name = 'ConditionValueError';
}

/** Values of comparisons that are one expression, by their path in the condition. */
export function expressionsIn(condition: unknown): Record<string, string> {
  const values = templatesIn(condition).filter(({ path, text }) => {
    const content = placeholderName(text);
    return /(?:^|\.)value$/.test(path) && content !== undefined && !isName(content);
  });
  return Object.fromEntries(values.map(({ path, text }) => [path, text]));
}

/** The first `{{…}}` of a condition that is neither a name nor an expression, with its path; undefined if there is none. */
export async function conditionExpressionProblem(condition: unknown): Promise<string | undefined> {
  const [problem] = await expressionProblems(expressionsIn(condition));
  return problem;
}

/** Throws InvalidInputError for conditions, by the field of the request, with such a `{{…}}`. */
export async function assertConditionExpressions(
  conditions: Readonly<Record<string, unknown>>,
): Promise<void> {
  const problems: Record<string, string> = {};
  for (const [field, condition] of Object.entries(conditions)) {
    const problem = await conditionExpressionProblem(condition);
    if (problem !== undefined) problems[field] = problem;
  }
  if (Object.keys(problems).length > 0) throw new InvalidInputError(problems);
}

interface ValueOptions {
  /** Resolves the names in expressions; by default as names alone. */
  reads?: Resolve;
  /** For messages: `Rule TAX, conditionExpression`. */
  place: string;
  /** Throws when the time is up; for evaluations without a watch, such as explanations. */
  watch?: () => void;
}

/** Resolves names, and evaluates expressions, whose engine must be loaded. Throws for an expression that fails. */
export function valueResolver(
  names: Resolve,
  { reads = names, place, watch }: ValueOptions,
): ConditionInput['resolve'] {
  return (content, given = watch) => {
    if (isName(content)) return names(content);
    const at = `${place}, {{${truncate(content, 60)}}}`;
    return evaluateIn({ place: at, Failure: ConditionValueError }, ({ evaluateExpression }) =>
      evaluateExpression(content, { resolve: reads, ...(given && { watch: given }) }),
    );
  };
}
