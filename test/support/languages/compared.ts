/** Compares expressions with the results of other languages. */
import { isDeepStrictEqual } from 'node:util';
import { resolver } from '../../../shared/kernel/conditions/resolver.ts';
import { evaluateExpression } from '../../../shared/kernel/expressions/expression.ts';
import { isExpressionError } from '../../../shared/kernel/expressions/expression-error.ts';
import { InexpressibleError } from './inexpressible.ts';

/** A case of another language, with its result there. */
export interface LanguageCase {
  /** The expression in the other language. */
  written: string;
  /** Our expression. Throws InexpressibleError. */
  translate: () => string;
  data: unknown;
  expected: unknown;
}

/** Cases by their outcome. */
export interface Comparison {
  cases: number;
  equal: number;
  /** The cases with another result, as the other language writes them. */
  different: string[];
  /** The number of cases that expressions cannot say, by reason. */
  inexpressible: Readonly<Record<string, number>>;
  /** The share of cases that expressions can say. */
  expressibleShare: number;
}

export const evaluated = (expression: string, data: unknown): unknown =>
  evaluateExpression(expression, { resolve: resolver(Date.now(), data) });

/** Our result; undefined for an expression that fails. */
function resultOf(expression: string, data: unknown): unknown {
  try {
    return evaluated(expression, data);
  } catch (error) {
    if (isExpressionError(error)) return undefined;
    throw error;
  }
}

/** Our expression, or the reason why there is none. */
function translated({ translate }: LanguageCase): { expression: string } | { reason: string } {
  try {
    return { expression: translate() };
  } catch (error) {
    if (error instanceof InexpressibleError) return { reason: error.message };
    throw error;
  }
}

/** Evaluates every case that expressions can say. */
export function compareLanguages(cases: readonly LanguageCase[]): Comparison {
  const different: string[] = [];
  const inexpressible: Record<string, number> = {};
  let equal = 0;
  for (const one of cases) {
    const found = translated(one);
    if ('reason' in found) inexpressible[found.reason] = (inexpressible[found.reason] ?? 0) + 1;
    else if (isDeepStrictEqual(resultOf(found.expression, one.data), one.expected)) equal += 1;
    else different.push(one.written);
  }
  const expressibleShare = (equal + different.length) / cases.length;
  return { cases: cases.length, equal, different, inexpressible, expressibleShare };
}
