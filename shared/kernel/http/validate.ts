import * as z from 'zod/mini';
import { type FieldErrors, maxFieldErrors } from '../errors/app-error.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { allOrganizations } from './authentication/session-cookies.ts';
import type { Endpoint, EndpointSpec, TypesOf } from './endpoint-spec.ts';
import { issuePath } from './issue-path.ts';
import { parseOptions } from './parse-options.ts';
import { checkEncodedPairs } from './percent-encoding.ts';
import type { HttpEvent, Middleware, RequestInput, RequestState } from './types.ts';
import { droppedKeys, prefersStrict, unknownKeyWarning } from './warnings.ts';
import { deliveryQuery } from './whole-response.ts';

// Compiling a validator with `new Function` only pays off after many calls; most Lambda containers handle few.
z.config({ jitless: true });

/** Selecting all organizations is a scope (`scope.ts`) and never a filter. */
const selectsAll = (name: string, value: string): boolean =>
  name === 'organizationId' && value === allOrganizations;

/** Query keys with their last value, or all values of a list; an empty text counts as absent. */
function queryValues(rawQueryString: string, query: z.core.$ZodType | undefined): Record<string, string> {
  const given = [...new URLSearchParams(rawQueryString)];
  const values = new Map<string, string>();
  for (const [name, value] of given.filter(([key, one]) => one !== '' && !selectsAll(key, one))) {
    const earlier = values.get(name);
    // Some clients repeat the parameter of a list instead of separating the values by commas.
    const isAdded = earlier !== undefined && isList(Reflect.get(shapeOf(query), name));
    values.set(name, isAdded ? `${earlier},${value}` : value);
  }
  return Object.fromEntries(values);
}

interface Parsed {
  data?: unknown;
  issues: readonly z.core.$ZodIssue[];
}

/** The issue of a value for which there are more issues than zod can collect: its calls overflow the stack. */
const tooManyIssues = {
  code: 'custom',
  path: [],
  message: 'has too many invalid values',
  input: undefined,
} satisfies z.core.$ZodIssue;

function parse(schema: z.core.$ZodType | undefined, value: unknown): Parsed {
  if (schema === undefined) return { issues: [] };
  try {
    const result = z.safeParse(schema, value, parseOptions);
    return result.success ? { data: result.data, issues: [] } : { issues: result.error.issues };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { issues: [tooManyIssues] };
  }
}

const shapeOf = (schema: z.core.$ZodType | undefined): object => Object(Object(schema?._zod.def).shape);

const isArray = (schema: unknown): boolean => Object(Object(Object(schema)._zod).def).type === 'array';

/** Whether a field of a query takes several values (`queryList`). */
function isList(schema: unknown): boolean {
  const { innerType, out } = Object(Object(Object(schema)._zod).def);
  return isArray(out) || (innerType !== undefined && isList(innerType));
}

/**
 * Names that are always accepted: selectors, which earlier middlewares have read (`scope.ts`), the query of redirected
 * downloads, and read-only fields, because clients send a resource back as they read it.
 */
const selectors = ['tenantId', 'organizationId'] as const;
const expectedNames = {
  query: new Set<string>([...selectors, deliveryQuery]),
  body: new Set<string>([...selectors, 'id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'warnings']),
};

function unknownKeys(
  part: 'body' | 'query',
  { success }: Partial<Pick<EndpointSpec, 'success'>>,
  given: unknown,
  known: unknown,
): string[] {
  const readable = part === 'body' ? shapeOf(success?.result) : {};
  const isExpected = (path: string) => expectedNames[part].has(path) || Object.hasOwn(readable, path);
  return droppedKeys(given, known).filter((path) => !isExpected(path));
}

/** The fields of an open schema, without the keys that neither it nor the handler knows: they change nothing. */
function withoutOthers(
  parsed: unknown,
  schema: z.core.$ZodType | undefined,
  openNames: RegExp | undefined,
): unknown {
  if (openNames === undefined || parsed === undefined) return parsed;
  const shape = shapeOf(schema);
  const entries = Object.entries(Object(parsed));
  return Object.fromEntries(entries.filter(([key]) => Object.hasOwn(shape, key) || openNames.test(key)));
}

/** The invalid fields, at most `maxFieldErrors`, with the first problem of each. */
async function inWords(issues: readonly z.core.$ZodIssue[]): Promise<FieldErrors> {
  const { describeIssue } = await import('./issues.ts');
  const errors = new Map<string, string>();
  for (const issue of issues) {
    if (errors.size === maxFieldErrors) break;
    const field = issuePath(issue.path) || 'body';
    if (!errors.has(field)) errors.set(field, describeIssue(issue));
  }
  return Object.fromEntries(errors);
}

/**
 * Whether the query asks for the file of a list that has no export. Requests for the others have other handlers
 * (`export-handler.ts`).
 */
function asksForNoExport(
  { method, query, success }: Partial<Pick<EndpointSpec, 'method' | 'query' | 'success'>>,
  given: object,
): boolean {
  if (method !== 'GET' || !Object.hasOwn(given, 'format') || Object.hasOwn(shapeOf(query), 'format'))
    return false;
  const result = shapeOf(success?.result);
  return isArray(Reflect.get(result, 'items')) || isArray(Reflect.get(result, 'data'));
}

type GivenInput = Pick<HttpEvent, 'pathParameters' | 'rawQueryString' | 'body'>;

/** What a request gives, and what its response warns about. */
interface ParsedInput<Input extends RequestInput> {
  input: Input;
  warnings: string[];
}

/**
 * Parses params, query and body by the contract's schemas, which say the types of the result. Throws InvalidInputError
 * naming the bad fields, and the unknown ones of a strict request.
 */
export function parseInput<E extends Endpoint>(
  contract: E,
  given: GivenInput,
  isStrict?: boolean,
): Promise<ParsedInput<TypesOf<E>>>;
export function parseInput(
  schemas: Partial<Pick<EndpointSpec, 'params' | 'query' | 'body'>>,
  given: GivenInput,
  isStrict?: boolean,
): Promise<ParsedInput<RequestInput>>;
export async function parseInput(
  spec: Partial<
    Pick<EndpointSpec, 'method' | 'params' | 'query' | 'body' | 'invalidError' | 'openNames' | 'success'>
  >,
  event: GivenInput,
  isStrict = false,
): Promise<ParsedInput<RequestInput>> {
  const { params, query, body, invalidError: InvalidError = InvalidInputError, openNames } = spec;
  checkEncodedPairs(event.rawQueryString);
  const givenQuery = queryValues(event.rawQueryString, query);
  const parsed = {
    params: parse(params, event.pathParameters ?? {}),
    query: parse(query, givenQuery),
    body: parse(body, event.body),
  };
  const issues = Object.values(parsed).flatMap((part) => part.issues);
  if (issues.length > 0) throw new InvalidError(await inWords(issues));
  if (asksForNoExport(spec, givenQuery))
    throw new InvalidError({ format: 'is not available: this list has no export' });
  const known = {
    query: withoutOthers(parsed.query.data, query, openNames),
    body: withoutOthers(parsed.body.data, body, openNames),
  };
  const unknown = {
    query: unknownKeys('query', spec, givenQuery, known.query ?? {}),
    body: unknownKeys('body', spec, event.body, known.body),
  };
  const unknownPaths = [...unknown.query, ...unknown.body];
  if (isStrict && unknownPaths.length > 0)
    throw new InvalidInputError(Object.fromEntries(unknownPaths.map((path) => [path, 'is unknown'])));
  return {
    input: { params: parsed.params.data, ...known },
    warnings: (['query', 'body'] as const).flatMap((part) =>
      unknown[part].map((path) => unknownKeyWarning(part, path)),
    ),
  };
}

export function validateInput<E extends Endpoint>(contract: E): Middleware<RequestState<TypesOf<E>>> {
  return {
    before: async ({ event, internal }) => {
      internal.isStrict = prefersStrict(event.headers.prefer);
      const { input, warnings } = await parseInput(contract, event, internal.isStrict);
      internal.input = input;
      internal.warnings = warnings;
    },
  };
}
