/** Loads the engine of expressions on demand, and validates texts that contain expressions. */
import { truncate } from '../base/text.ts';
import { type ExpressionError, isExpressionError } from './expression-error.ts';
import { hasExpressions, partsOf, templatesIn } from './template.ts';

export type ExpressionEngine = typeof import('./expression.ts');

let loaded: ExpressionEngine | undefined;

/** Loads the engine. Processes without expressions never load it. */
export async function loadExpressions(): Promise<ExpressionEngine> {
  loaded ??= await import('./expression.ts');
  await loaded.loadPatternEngine();
  return loaded;
}

/** The engine. Throws when it is not loaded, which is a bug. */
export function expressionEngine(): ExpressionEngine {
  if (loaded === undefined)
    throw new Error('loadExpressions() must be awaited before an expression is used.');
  return loaded;
}

/** The paths that an expression reads; none while the engine is not loaded, and for a text that is no expression. */
export function pathsOfExpression(text: string): readonly string[] {
  try {
    return loaded?.compileExpression(text).paths ?? [];
  } catch (error) {
    if (isExpressionError(error)) return [];
    throw error;
  }
}

/** What is wrong with an expression, and where: `position 9: there is no function foo`. */
function problemText(error: ExpressionError, offset = 0): string {
  return error.at === undefined ? error.message : `position ${offset + error.at + 1}: ${error.message}`;
}

/** Where an expression is, and the error for one that fails. */
interface ExpressionPlace {
  /** For messages: `Rule TAX, config`. */
  place: string;
  /** Position of the expression in its text, from 0. */
  at?: number;
  Failure: new (message: string) => Error;
}

/** Evaluates with the loaded engine. Throws `Failure` with place, position and problem if the expression fails. */
export function evaluateIn<Value>(
  { place, at, Failure }: ExpressionPlace,
  evaluate: (engine: ExpressionEngine) => Value,
): Value {
  try {
    return evaluate(expressionEngine());
  } catch (error) {
    if (isExpressionError(error)) throw new Failure(`${place}, ${problemText(error, at)}.`);
    throw error;
  }
}

/**
 * Each `{{…}}` in the texts of a value that is neither a name nor an expression: its path, position and problem. Loads the
 * engine if there are expressions.
 */
export async function expressionProblems(value: unknown): Promise<string[]> {
  if (!hasExpressions(value)) return [];
  const { compileExpression } = await loadExpressions();
  return templatesIn(value).flatMap(({ path, text }) =>
    partsOf(text).flatMap(({ kind, content, at, written }) => {
      if (kind !== 'expression') return [];
      try {
        compileExpression(content);
        return [];
      } catch (error) {
        if (!isExpressionError(error)) throw error;
        const shown = truncate(written, 61, '…');
        const place = path === '' ? '' : `${path}, `;
        return [`${place}${problemText(error, at)}; ${shown} is neither a name nor an expression`];
      }
    }),
  );
}
