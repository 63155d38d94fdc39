/** The base of the API's errors, which `apiError` declares. */

/** A stable code, and its status. */
export interface ErrorType {
  readonly code: string;
  readonly status: number;
}

/** Field path (`conditionExpression`, `rules[0].field`) → the problem and accepted values. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Maximum number of invalid fields that an error names: a body may have half a million, and a response at most 6 MB. */
export const maxFieldErrors = 100;

interface ErrorParts {
  body: Readonly<Record<string, unknown>>;
  details: FieldErrors;
  headers: Readonly<Record<string, string>>;
  cookies: readonly string[];
  cause: unknown;
}

/** Base of every expected failure: a stable code, a text for the caller, extra body fields and headers. */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly body: ErrorParts['body'];
  /** Invalid fields of the request, the first `maxFieldErrors`; each endpoint has its format of them. */
  readonly details: FieldErrors | undefined;
  readonly headers: ErrorParts['headers'];
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];

  constructor({ code, status }: ErrorType, message: string, parts: Partial<ErrorParts> = {}) {
    super(message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = code;
    this.code = code;
    this.status = status;
    this.body = parts.body ?? {};
    this.details =
      parts.details &&
      Object.fromEntries(Object.entries(parts.details).filter((_, index) => index < maxFieldErrors));
    this.headers = parts.headers ?? {};
    this.cookies = parts.cookies ?? [];
  }
}
