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
