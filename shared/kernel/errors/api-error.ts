/** Declares an error of the API: its class, its response and its documentation follow from one literal. */
import { AppError, type ErrorType, type FieldErrors } from './app-error.ts';

/** The same for every error, or computed from the arguments of the constructor. */
type Part<Args extends unknown[], Value> = Value | ((...args: Args) => Value);

/** The parameters that `message` has declared; `NoInfer` does not keep them a tuple. */
type Declared<Args extends unknown[]> = [Args][Args extends unknown ? 0 : never];

interface ApiErrorSpec<Args extends unknown[]> extends ErrorType {
  /** When operations return it, for documents. Bundles omit it. */
  when: string;
  /** The text for the caller. A function declares the parameters of the constructor. */
  message: Part<Args, string>;
  /** Further fields of the response. */
  body?: Part<Declared<Args>, Readonly<Record<string, unknown>>>;
  /** Invalid fields of the request, in the format of the endpoint. */
  details?: Part<Declared<Args>, FieldErrors>;
  headers?: Part<Declared<Args>, Readonly<Record<string, string>>>;
  /** `Set-Cookie` lines. */
  cookies?: Part<Declared<Args>, readonly string[]>;
  /** Logged, never part of the response. */
  cause?: (...args: Declared<Args>) => unknown;
}

/** Arguments of the error that documents show. Bundles omit them. */
type Example<Args extends unknown[]> = [] extends Args
  ? { example?: NoInfer<Args> }
  : { example: NoInfer<Args> };

/** What documents know of an error. */
export interface DocumentedError extends ErrorType {
  readonly when: string;
  /** The error of the documents' example. */
  example(): AppError;
}

interface ApiError<Args extends unknown[]> extends DocumentedError {
  new (...args: Args): AppError;
}

/** An error of invalid fields. */
export type InvalidError = ApiError<[fields: FieldErrors]>;

/** The value of a part for these arguments. */
const resolvePart = <Value extends string | object>(
  part: Value | ((...args: unknown[]) => Value),
  args: unknown[],
) => (typeof part === 'function' ? part(...args) : part);

/** The class of an error. Bundles of functions omit unused ones (`lib/aws/bundling/thrown-errors.ts`). */
export function apiError<Args extends unknown[] = []>(
  spec: ApiErrorSpec<Args> & Example<Args>,
): ApiError<Args>;
export function apiError(spec: ApiErrorSpec<unknown[]> & { example?: unknown[] }): ApiError<unknown[]> {
  const { code, status, when, message, body, details, headers, cookies, cause, example = [] } = spec;
  return class extends AppError {
    static readonly code = code;
    static readonly status = status;
    static readonly when = when;
    static example = () => new this(...example);

    constructor(...args: unknown[]) {
      super(spec, resolvePart(message, args), {
        body: body && resolvePart(body, args),
        details: details && resolvePart(details, args),
        headers: headers && resolvePart(headers, args),
        cookies: cookies && resolvePart(cookies, args),
        cause: cause?.(...args),
      });
    }
  };
}
