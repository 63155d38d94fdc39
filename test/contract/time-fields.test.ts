import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { timeFields } from '../support/invariants/time-fields.ts';

const fields = endpoints.flatMap((endpoint) =>
  timeFields(endpoint).map((field) => ({ ...field, title: `${endpoint.operationId} ${field.name}` })),
);

describe('fields with a time', () => {
  it('exist in queries and bodies', () => {
    expect(fields.filter(({ part }) => part === 'query').length).toBeGreaterThan(20);
    expect(fields.filter(({ part }) => part === 'body').length).toBeGreaterThan(5);
  });

  it.each(fields)('$title accepts dates as RFC 3339 and SQL write them, and no other text', ({ schema }) => {
    const accepts = (text: string) => z.safeParse(schema, text).success;
    const forms = ['2026-03-01', '2026-03-01T09:30:00Z', '2026-03-01 09:30:00', '2026-03-01 09:30:00.123+00'];
    expect(forms.filter((text) => !accepts(text))).toEqual([]);
    expect(['2026-02-30', 'yesterday', '03/01/2026', '2026-03-01T25:00:00Z'].filter(accepts)).toEqual([]);
  });

  it.each(fields.filter(({ isUpperBound, part }) => isUpperBound && part === 'query'))(
    '$title documents that a date without a time includes its day',
    ({ schema }) => {
      expect(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))).toContain('includes its whole day');
    },
  );
});
