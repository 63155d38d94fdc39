/** Evaluates an expression or a condition on data, without a rule. */

import { findConditionProblem } from '../../../kernel/conditions/condition.ts';
import { conditionExpressionProblem } from '../../../kernel/conditions/condition-expressions.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { type ExpressionEngine, loadExpressions } from '../../../kernel/expressions/engine.ts';
import { isExpressionError } from '../../../kernel/expressions/expression-error.ts';
import { partsOf, type TextPart } from '../../../kernel/expressions/template.ts';
import type { Actor } from '../../../kernel/http/operation.ts';
import { nameResolver, platformNames } from '../execution/names.ts';
import { shortened } from '../execution/size.ts';
import { evaluateUnsaved } from './authoring-service.ts';
import type { Evaluated, EvaluateExpression } from './playground-contract.ts';

const shownCharacters = 10_000;
const shownStepCharacters = 300;

const failed = (message: string, position: number | null = null): Evaluated => ({
  value: null,
  steps: [],
  error: { message, position },
});

/** The name or expression in a text that is one `{{…}}`, as actions have it, and its position; other texts are expressions. */
function expressionIn(text: string): Pick<TextPart, 'kind' | 'content' | 'at'> {
  const [only, ...more] = partsOf(text.trim());
  const at = text.length - text.trimStart().length;
  return only === undefined || only.kind === 'text' || more.length > 0
    ? { kind: 'expression', content: text, at: 0 }
    : { ...only, at: at + only.at };
}

function evaluateText(
  { compileExpression, toPlain }: ExpressionEngine,
  text: string,
  resolve: (name: string) => unknown,
): Evaluated {
  const { kind, content, at } = expressionIn(text);
  const show = (part: unknown) => shortened(toPlain(part), shownStepCharacters);
  // `{{order-no}}` is one name, and `order-no` a difference.
  if (kind === 'name') {
    const value = resolve(content) ?? null;
    const step = { expression: content, position: at + 1, value: show(value) };
    return { value: shortened(value, shownCharacters), steps: [step], error: null };
  }
  try {
    const { value, steps } = compileExpression(content).explain({ resolve }, show);
    return {
      value: shortened(value, shownCharacters),
      steps: steps.map((step) => ({ ...step, position: step.position + at })),
      error: null,
    };
  } catch (error) {
    if (!isExpressionError(error)) throw error;
    return failed(error.message, error.at === undefined ? null : at + error.at + 1);
  }
}

/** Evaluates a condition as rules do. */
async function evaluateCondition(
  author: Actor,
  { conditionExpression, data = {} }: EvaluateExpression,
): Promise<Evaluated> {
  const problem =
    findConditionProblem(conditionExpression) ?? (await conditionExpressionProblem(conditionExpression));
  if (problem !== undefined) return failed(problem);
  const { conditionResult, trace, error } = await evaluateUnsaved(author, { conditionExpression, data });
  return {
    value: error === undefined ? conditionResult : null,
    steps: [],
    ...(trace && { trace }),
    error: error === undefined ? null : { message: error, position: null },
  };
}

/** Returns the value and each step, or the error. Throws InvalidInputError unless there is one of both. */
export async function evaluateExpression(author: Actor, input: EvaluateExpression): Promise<Evaluated> {
  const { expression, conditionExpression, data = {} } = input;
  if ((expression === undefined) === (conditionExpression === undefined))
    throw new InvalidInputError({ expression: 'give either expression or conditionExpression' });
  if (expression === undefined) return evaluateCondition(author, input);
  const { scope, context } = author;
  const [type = '', id = ''] = context.principal.subject.split(':', 2);
  const unknown = { entityType: null, entityId: null, eventType: null };
  const names = platformNames({ scope, ...unknown, user: { id, type } });
  const resolve = nameResolver({ nowMs: context.nowMs, context: names, data });
  return evaluateText(await loadExpressions(), expression, resolve);
}
