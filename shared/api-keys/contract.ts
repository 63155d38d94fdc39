/** The API key endpoints and the shapes of their requests and answers. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../http/contract.ts';
import { isDate } from '../http/dates.ts';
import { text, timestamp, uuid } from '../http/fields.ts';
import { idFilter, listOf, listQuery } from '../http/list.ts';
import { apiKeyLimits } from '../identity/api-key-limits.ts';

const field = {
  name: text(apiKeyLimits.name).check(
    z.refine((value) => value.trim() !== '', { error: 'must not be blank' }),
    z.meta({ description: 'Name shown to people.', examples: ['Warehouse import'] }),
  ),
  description: z
    .nullable(text(apiKeyLimits.description, 0))
    .check(z.meta({ description: 'What the key is for.', examples: ['Nightly import of stock levels.'] })),
  keyPrefix: z
    .string()
    .check(z.meta({ description: 'Visible beginning of the secret.', examples: ['pmk_3fa85f64'] })),
  tenantId: z.nullable(uuid('Tenant of the key; null for a platform key without a home.')),
  organizationId: z.nullable(uuid('Organization that the key lives in; null for a key of the whole tenant.')),
  roles: z
    .array(
      z
        .object({
          id: uuid('Id of the role.'),
          name: z.string().check(z.meta({ description: 'Name of the role.', examples: ['support'] })),
        })
        .check(z.meta({ id: 'KeyRole', description: 'A role of the key.' })),
    )
    .check(z.meta({ description: 'Roles whose rights the key has.' })),
  expiresAt: z.nullable(timestamp('When the key stops working; null for never.')),
};

export const ApiKey = z
  .object({
    id: uuid('Id of the key.'),
    name: field.name,
    description: field.description,
    keyPrefix: field.keyPrefix,
    organizationId: field.organizationId,
    organizationName: z
      .nullable(z.string())
      .check(z.meta({ description: 'Name of that organization.', examples: ['north'] })),
    createdAt: timestamp('When the key was created.'),
    lastUsedAt: z.nullable(timestamp('When the key last authenticated a request; null for never.')),
    expiresAt: field.expiresAt,
    roles: field.roles,
  })
  .check(z.meta({ id: 'ApiKey', description: 'An API key, without its secret.' }));
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z
  .object({
    id: uuid('Id of the key.'),
    name: field.name,
    keyPrefix: field.keyPrefix,
    secret: z.string().check(
      z.meta({
        description: 'The key itself. It is shown here and never again.',
        examples: ['pmk_3fa85f64.9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d9b1deb4d3b7d4bad'],
      }),
    ),
    tenantId: field.tenantId,
    organizationId: field.organizationId,
    roles: field.roles,
    expiresAt: field.expiresAt,
  })
  .check(z.meta({ id: 'NewApiKey', description: 'An API key with its secret.' }));
export type NewApiKey = z.infer<typeof NewApiKey>;

export const ListApiKeys = z.object({
  ...listQuery({
    sortFields: ['createdAt', 'name'],
    defaultDirection: 'desc',
    searches: 'name or prefix',
  }),
  ...idFilter(),
  organizationId: z
    .optional(z.guid().check(z.toLowerCase()))
    .check(
      z.meta({ description: 'Only keys of this organization, by default those of all you may select.' }),
    ),
});
export type ListApiKeys = z.infer<typeof ListApiKeys>;

export const CreateApiKey = z.object({
  name: field.name,
  description: z.optional(field.description),
  tenantId: z
    .optional(z.nullable(uuid("Tenant of the key; by default the caller's.")))
    .check(
      z.meta({ description: "Tenant of the key; by default the caller's. Others only for super admins." }),
    ),
  organizationId: z.optional(z.nullable(z.guid().check(z.toLowerCase()))).check(
    z.meta({
      description:
        'Organization that the key lives in, by default the selected one. Without any, the key may act in the ' +
        'whole tenant; only callers who may do so themselves can create it.',
    }),
  ),
  roles: z.optional(z.array(text(200)).check(z.maxLength(apiKeyLimits.roles))).check(
    z.meta({
      description: `Ids or names of roles, at most ${apiKeyLimits.roles}. Without roles a key has no feature.`,
      examples: [['support']],
    }),
  ),
  expiresAt: z
    .optional(
      z.nullable(
        z.string().check(
          z.refine((value) => value === '' || isDate(value), {
            error: 'must be an ISO 8601 time such as 2027-01-01T00:00:00Z',
          }),
        ),
      ),
    )
    .check(
      z.meta({
        description: 'When the key stops working, in the future; null or empty for never.',
        examples: ['2027-01-01T00:00:00.000Z'],
      }),
    ),
});
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const RotateApiKey = z.object({
  gracePeriodSeconds: z._default(z.int().check(z.gte(0), z.lte(apiKeyLimits.graceSeconds)), 0).check(
    z.meta({
      description:
        'How long the old secret goes on working, in seconds, at most a day. By default it ends at once.',
      examples: [3_600],
    }),
  ),
});

const newKeyResponse = {
  id: '9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
  name: 'Warehouse import',
  keyPrefix: 'pmk_3fa85f64',
  secret: 'pmk_3fa85f64.9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d9b1deb4d3b7d4bad',
  tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  organizationId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
  roles: [{ id: '1c9d2b5e-7a44-4d0c-8c1b-6b0f1f2a3d44', name: 'support' }],
  expiresAt: '2099-01-01T00:00:00.000Z',
};

const base = { module: 'api-keys', auth: 'caller', scope: 'tenant' } as const;
const path = '/api/api_keys/keys';

export const listApiKeys = defineEndpoint({
  ...base,
  operationId: 'listApiKeys',
  method: 'GET',
  path,
  summary: 'List API keys',
  description:
    'Keys of the organizations that you may select, newest first. Keys of the whole tenant show to those who ' +
    'may select every organization. Secrets are never shown.',
  feature: 'api_keys.view',
  query: ListApiKeys,
  success: { status: 200, description: 'One page of keys.', result: listOf(ApiKey) },
  errors: ['page_too_large'],
  touches: { table: ['Query', 'BatchGetItem'] },
  example: {
    summary: 'The first page',
    response: {
      items: [
        {
          id: newKeyResponse.id,
          name: newKeyResponse.name,
          description: null,
          keyPrefix: newKeyResponse.keyPrefix,
          organizationId: newKeyResponse.organizationId,
          organizationName: 'north',
          createdAt: '2026-03-01T09:30:00.000Z',
          lastUsedAt: '2026-03-02T02:00:00.000Z',
          expiresAt: newKeyResponse.expiresAt,
          roles: newKeyResponse.roles,
        },
      ],
      total: 1,
      page: 1,
      pageSize: 50,
      totalPages: 1,
    },
  },
});

export const createApiKey = defineEndpoint({
  ...base,
  operationId: 'createApiKey',
  method: 'POST',
  path,
  summary: 'Create an API key',
  description:
    'The answer holds the secret; nothing shows it again. The key has the rights of its roles, which must not ' +
    'exceed your own, and acts in its organization.',
  feature: 'api_keys.create',
  body: CreateApiKey,
  success: { status: 201, description: 'The key with its secret.', result: NewApiKey },
  errors: ['rights_exceeded', 'not_found'],
  etag: true,
  touches: { table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  example: {
    summary: 'A key with a role',
    response: newKeyResponse,
  },
});

export const rotateApiKey = defineEndpoint({
  ...base,
  operationId: 'rotateApiKey',
  method: 'POST',
  path: `${path}/{id}/rotate`,
  summary: 'Give an API key a new secret',
  description:
    'The key stays what it is: id, roles and rate windows. The old secret works on for the grace period, then it ' +
    'is refused; an even older one still in its grace is refused at once. A key with more rights than yours ' +
    'cannot be rotated.',
  feature: 'api_keys.create',
  params: z.object({ id: uuid('Id of the key.') }),
  body: RotateApiKey,
  bodyOptional: true,
  success: { status: 200, description: 'The key with its new secret.', result: NewApiKey },
  errors: ['not_found', 'rights_exceeded', 'stale'],
  etag: true,
  touches: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'] },
  example: {
    summary: 'With an hour of grace',
    response: newKeyResponse,
  },
});

export const deleteApiKey = defineEndpoint({
  ...base,
  operationId: 'deleteApiKey',
  method: 'DELETE',
  path,
  summary: 'Delete an API key',
  description: 'The next request with the key is refused.',
  feature: 'api_keys.delete',
  query: z.object({ id: uuid('Id of the key.') }),
  success: {
    status: 200,
    description: 'The key is deleted.',
    result: z.object({ success: z.boolean().check(z.meta({ description: 'Always true.' })) }),
  },
  errors: ['not_found', 'rights_exceeded', 'stale'],
  touches: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  example: { summary: 'Deleted', response: { success: true } },
});
