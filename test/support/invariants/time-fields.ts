/** Fields of requests with a time, found by what their schemas accept. */
import * as z from 'zod/mini';
import { fieldsOf } from '../../../shared/kernel/contracts/fields-of.ts';
import type { EndpointSpec } from '../../../shared/kernel/http/endpoint-spec.ts';

export interface TimeField {
  name: string;
  part: 'query' | 'body';
  schema: z.core.$ZodType;
  /** Whether the field ends a time range. */
  isUpperBound: boolean;
}

const upperBound = /^(?:to|until)(?:[A-Z]|$)|(?:To|Until)$/;

function isTime(schema: z.core.$ZodType): boolean {
  const accepts = (text: unknown) => z.safeParse(schema, text).success;
  return accepts('2026-03-01T09:30:00Z') && !accepts('a text of any length, 2026') && !accepts(1);
}

/** The fields of an endpoint with a time. */
export function timeFields({ query, body }: EndpointSpec): TimeField[] {
  return (['query', 'body'] as const).flatMap((part) => {
    const schema = part === 'query' ? query : body;
    if (schema === undefined || !('shape' in schema)) return [];
    return fieldsOf(schema)
      .filter((field) => isTime(field.schema))
      .map((field) => ({ ...field, part, isUpperBound: upperBound.test(field.name) }));
  });
}
