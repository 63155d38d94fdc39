/** What a tool says when a call cannot be sent; clients receive it as the result of the tool. */
class CallError extends Error {
  override name = 'CallError';
}

/** The cursor is invalid, or the output has changed. */
export class ExpiredCursorError extends CallError {
  constructor() {
    super('The output has changed since the cursor was returned: repeat the call without `cursor`.');
  }
}

/** The arguments of a call have the wrong form. */
export class InvalidArgumentError extends CallError {}

export const isCallError = (error: unknown): error is CallError => error instanceof CallError;
