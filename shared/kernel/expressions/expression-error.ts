/** An expression cannot be read or evaluated. */
export class ExpressionError extends Error {
  /** Position in the text of the expression, from 0; undefined until it is known. */
  at: number | undefined;
  /** The evaluation exceeds a limit, so no other part of the expression can decide its result. */
  readonly isFinal: boolean;

  constructor(message: string, at?: number, isFinal = false) {
    super(message);
    this.name = 'ExpressionError';
    this.at = at;
    this.isFinal = isFinal;
  }
}

/** Whether an error is one of an expression. By its name: the engine is a separate file with a class of its own. */
export const isExpressionError = (error: unknown): error is ExpressionError =>
  error instanceof Error && error.name === 'ExpressionError';
