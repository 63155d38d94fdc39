import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { maskChanges, maskFields, secretPathsOf } from '../../../shared/kernel/secrets/marked.ts';

const secret = z.string().check(z.meta({ 'x-secret': true }));
const calls = z.nullable(z.custom<unknown[]>()).check(z.meta({ 'x-secret': ['*.config.headers.*'] }));
const masked = '__masked__';

describe('a secret of a schema', () => {
  it.each([
    ['itself', secret, 's', masked],
    ['absent', z.optional(z.nullable(secret)), null, null],
    ['in a record', z.record(z.string(), secret), { a: 's', b: 't' }, { a: masked, b: masked }],
    [
      'in a list of objects',
      z.array(z.object({ secret, name: z.string() })),
      [{ secret: 's', name: 'n' }],
      [{ secret: masked, name: 'n' }],
    ],
    [
      'below a path',
      calls,
      [{ type: 'T', config: { url: 'u', headers: { a: 's' } } }],
      [{ type: 'T', config: { url: 'u', headers: { a: masked } } }],
    ],
    [
      'in a text instead of the object',
      calls,
      [{ config: { headers: '{{h}}' } }],
      [{ config: { headers: masked } }],
    ],
    ['absent below a path', calls, [{ type: 'T' }, { config: null }], [{ type: 'T' }, { config: null }]],
  ])('is masked: %s', (_, field, value, shown) => {
    expect(maskFields({ field }, { field: value, other: 's' })).toEqual({ field: shown, other: 's' });
    expect(maskChanges({ field }, { field: { before: value } })).toEqual({ field: { before: shown } });
  });
});

/** Names of fields that contain secrets in every body. */
const secretNames = /^(?:customHeaders|headers|targetPayload)$/;

it('is every field of a request with the name of one', () => {
  const fields = endpoints.flatMap(({ operationId, body }) => {
    const shape =
      body && 'shape' in body._zod.def ? (body._zod.def.shape as Record<string, z.core.$ZodType>) : {};
    return Object.entries(shape)
      .filter(([name]) => secretNames.test(name))
      .map(([name, schema]) => ({ name: `${operationId} ${name}`, schema }));
  });
  expect(fields).not.toEqual([]);
  const open = fields.filter(({ schema }) => secretPathsOf(schema).length === 0);
  expect(open.map(({ name }) => name)).toEqual([]);
});
