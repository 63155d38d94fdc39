/**
 * Compiles and evaluates expressions. Load it by `loadExpressions()` (`engine.ts`): it contains a parser and exact
 * numbers, which functions without expressions do not need.
 */
import { cached } from '../base/cached.ts';
import { type EvaluationContext, evaluateNode } from './evaluate.ts';
import { arityOf } from './functions.ts';
import { expressionLimits } from './limits.ts';
import { readExpression } from './syntax.ts';
import { toPlain } from './values.ts';

export { loadPatternEngine } from '../base/patterns.ts';
export { toPlain, toText } from './values.ts';

/** Names, and the watch that ends an evaluation. */
export type ExpressionInput = Pick<EvaluationContext, 'resolve'> & { watch?: () => void };

export interface ExpressionStep {
  /** The part of the expression. */
  expression: string;
  /** Its position, from 1. */
  position: number;
  value: unknown;
}

export interface CompiledExpression {
  /** Paths of the data that it reads: `order.lines[0].sku`. */
  paths: readonly string[];
  /** Returns the value with exact numbers, times and durations. Throws ExpressionError. */
  evaluate(input: ExpressionInput): unknown;
  /**
   * Returns the value, and the value of each part as `show` shows it, in the order of evaluation. Throws ExpressionError.
   */
  explain(
    input: ExpressionInput,
    show?: (value: unknown) => unknown,
  ): { value: unknown; steps: ExpressionStep[] };
}

function compile(text: string): CompiledExpression {
  const { root, paths } = readExpression(text, arityOf);
  return {
    paths,
    evaluate: ({ resolve, watch }) => evaluateNode(root, { resolve, watch, onStep: undefined }),
    explain({ resolve, watch }, show = toPlain) {
      const steps: ExpressionStep[] = [];
      const value = evaluateNode(root, {
        resolve,
        watch,
        onStep: ({ at, end }, result) => {
          if (steps.length < expressionLimits.shownSteps)
            steps.push({ expression: text.slice(at, end), position: at + 1, value: show(result) });
        },
      });
      return { value: toPlain(value), steps };
    },
  };
}

const maxCompiled = 1_000;

/** Compiles an expression, or returns the compiled one. Throws ExpressionError. */
export const compileExpression: (text: string) => CompiledExpression = cached(maxCompiled, compile);

/** The value of an expression as JSON. Throws ExpressionError. */
export const evaluateExpression = (text: string, input: ExpressionInput): unknown =>
  toPlain(compileExpression(text).evaluate(input));
