import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../shared/catalog/endpoints.ts';

const isObject = (schema: unknown): schema is z.ZodMiniObject =>
  typeof schema === 'object' && schema !== null && 'shape' in schema;

/** The fields of the body with an address, by their names. */
const fields = endpoints.flatMap(({ operationId, body }) =>
  Object.entries(isObject(body) ? body.shape : {})
    .filter(([name]) => /^(?:email|address|replyTo)$/.test(name))
    .map(([name, schema]) => ({ field: `${operationId}.${name}`, schema })),
);

const accepted: [string, string][] = [
  ['Ada@Example.com', 'ada@example.com'],
  [' ada@example.com ', 'ada@example.com'],
  ['u@bücher.example', 'u@xn--bcher-kva.example'],
  ['a/b@example.com', 'a/b@example.com'],
  ['a=b@example.com', 'a=b@example.com'],
  ['a&b@example.com', 'a&b@example.com'],
  ["o#x'y@example.com", "o#x'y@example.com"],
];
const refused = [
  'x@y@z',
  'ada',
  'ada@example',
  'mailto:ada@example.com',
  'Ada <ada@example.com>',
  'a b@example.com',
];

describe('the fields with an address', () => {
  it('are those of users, invitations, log-ins, resets and e-mails', () => {
    expect(fields.map(({ field }) => field).toSorted()).toEqual([
      'createUser.email',
      'inviteUser.email',
      'logIn.email',
      'removeSuppressedAddress.address',
      'requestPasswordReset.email',
      'updateEmailSettings.replyTo',
      'updateUser.email',
    ]);
  });

  it.each(fields.filter(({ field }) => field !== 'logIn.email'))('$field', ({ schema }) => {
    for (const [written, read] of accepted)
      expect(z.safeParse(schema, written)).toMatchObject({ data: read });
    for (const written of refused) expect(z.safeParse(schema, written).success, written).toBe(false);
  });
});
