import * as z from 'zod/mini';
import type { EndpointSpec } from './contract.ts';
import { type FieldErrors, InvalidInputError } from './errors.ts';
import { describeIssue, issuePath } from './issues.ts';
import type { HttpEvent, Middleware } from './types.ts';

// Compiling a validator with `new Function` pays off after many calls; most Lambda containers see few.
z.config({ jitless: true });

/** Query keys with their last value; an empty text counts as absent. */
function queryValues(rawQueryString: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(rawQueryString)].filter(([, value]) => value !== ''));
}

function parse(schema: z.core.$ZodType | undefined, value: unknown, errors: Record<string, string>): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const path = issuePath(issue.path) || 'body';
    errors[path] ??= describeIssue(issue);
  }
  return undefined;
}

/** Parses params, query and body by the contract's schemas. Throws InvalidInputError naming every bad field. */
export function parseInput(
  { params, query, body, invalidCode }: Pick<EndpointSpec, 'params' | 'query' | 'body' | 'invalidCode'>,
  event: Pick<HttpEvent, 'pathParameters' | 'rawQueryString' | 'body'>,
): { params: unknown; query: unknown; body: unknown } {
  const errors: Record<string, string> = {};
  const input = {
    params: parse(params, event.pathParameters ?? {}, errors),
    query: parse(query, queryValues(event.rawQueryString), errors),
    body: parse(body, event.body, errors),
  };
  if (Object.keys(errors).length > 0)
    throw new InvalidInputError(errors as FieldErrors, undefined, invalidCode);
  return input;
}

export function validateInput(spec: EndpointSpec): Middleware {
  return {
    before: ({ event, internal }) => {
      internal.input = parseInput(spec, event);
    },
  };
}
