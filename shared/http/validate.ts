import * as z from 'zod/mini';
import type { EndpointSpec } from './contract.ts';
import { type FieldErrors, InvalidInputError } from './errors.ts';
import { issuePath } from './issue-path.ts';
import { checkEncodedPairs } from './percent-encoding.ts';
import { allOrganizations } from './session-cookies.ts';
import type { HttpEvent, Middleware } from './types.ts';

// Compiling a validator with `new Function` pays off after many calls; most Lambda containers see few.
z.config({ jitless: true });

/** All organizations are a selection (`scope.ts`) and never a filter of one. */
const selectsAll = (name: string, value: string): boolean =>
  name === 'organizationId' && value === allOrganizations;

/** Query keys with their last value; an empty text counts as absent. */
function queryValues(rawQueryString: string): Record<string, string> {
  const given = [...new URLSearchParams(rawQueryString)];
  return Object.fromEntries(given.filter(([name, value]) => value !== '' && !selectsAll(name, value)));
}

interface Parsed {
  data?: unknown;
  issues: readonly z.core.$ZodIssue[];
}

function parse(schema: z.core.$ZodType | undefined, value: unknown): Parsed {
  if (schema === undefined) return { issues: [] };
  const result = z.safeParse(schema, value, { reportInput: true });
  return result.success ? { data: result.data, issues: [] } : { issues: result.error.issues };
}

/** Every bad field with the first of its problems, in words. */
async function inWords(issues: readonly z.core.$ZodIssue[]): Promise<FieldErrors> {
  const { describeIssue } = await import('./issues.ts');
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[issuePath(issue.path) || 'body'] ??= describeIssue(issue);
  return errors;
}

/** Parses params, query and body by the contract's schemas. Throws InvalidInputError naming every bad field. */
export async function parseInput(
  { params, query, body, invalidCode }: Pick<EndpointSpec, 'params' | 'query' | 'body' | 'invalidCode'>,
  event: Pick<HttpEvent, 'pathParameters' | 'rawQueryString' | 'body'>,
): Promise<{ params: unknown; query: unknown; body: unknown }> {
  checkEncodedPairs(event.rawQueryString);
  const input = {
    params: parse(params, event.pathParameters ?? {}),
    query: parse(query, queryValues(event.rawQueryString)),
    body: parse(body, event.body),
  };
  const issues = Object.values(input).flatMap((part) => part.issues);
  if (issues.length > 0) throw new InvalidInputError(await inWords(issues), undefined, invalidCode);
  return { params: input.params.data, query: input.query.data, body: input.body.data };
}

export function validateInput(spec: EndpointSpec): Middleware {
  return {
    before: async ({ event, internal }) => {
      internal.input = await parseInput(spec, event);
    },
  };
}
