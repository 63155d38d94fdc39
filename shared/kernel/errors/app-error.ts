/** The types that all errors of the API share. */

/** A stable code, and its status. */
export interface ErrorType {
  readonly code: string;
  readonly status: number;
}

/** Documentation of an error; left out of the bundles of functions. */
export interface DocumentedError {
  type: ErrorType;
  meaning: string;
  /** The body of the response besides `code`. */
  example: { error: string; [field: string]: unknown };
}

/** Field path (`conditionExpression`, `rules[0].field`) → the problem and accepted values. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Maximum number of invalid fields that an error names: a body may have half a million, and a response at most 6 MB. */
export const maxFieldErrors = 100;

/** Base of every expected failure: a stable code, a text for the caller, extra body fields and headers. */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];

  constructor(
    { code, status }: ErrorType,
    message: string,
    more: {
      body?: Record<string, unknown>;
      headers?: Record<string, string>;
      cookies?: readonly string[];
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = new.target.name;
    this.code = code;
    this.status = status;
    this.body = more.body ?? {};
    this.headers = more.headers ?? {};
    this.cookies = more.cookies ?? [];
  }
}
