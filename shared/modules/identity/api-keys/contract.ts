/** The API key endpoints. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, uuid } from '../../../kernel/http/fields.ts';
import { listOf } from '../../../kernel/lists/list.ts';
import { ApiKey, CreateApiKey, ListApiKeys, NewApiKey, RotateApiKey, UpdateApiKey } from './key-shapes.ts';

const base = { module: 'api-keys', auth: 'caller', scope: 'tenant' } as const;
const path = '/api/api_keys/keys';

export const listApiKeys = defineEndpoint({
  ...base,
  ...operation('listApiKeys', 'GET', path),
  summary: 'List API keys',
  description:
    'Returns keys of the organizations that you may select, newest first. Callers who may select every ' +
    'organization also see keys of the whole tenant. Secrets are never shown.',
  feature: 'api_keys.view',
  query: ListApiKeys,
  success: returns(listOf(ApiKey)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const createApiKey = defineEndpoint({
  ...base,
  ...operation('createApiKey', 'POST', path),
  summary: 'Create an API key',
  description:
    'The response contains the secret, which is not shown again. The key has the rights of its roles, which ' +
    'must not exceed your own, and works in its organization. Its rate limits replace those of the deployment; ' +
    'only super admins can set higher ones.',
  stepUp: true,
  feature: 'api_keys.create',
  body: CreateApiKey,
  success: creates(NewApiKey),
  errors: ['already_created', 'rights_exceeded', 'application_forbidden', 'not_found'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
});

export const updateApiKey = defineEndpoint({
  ...base,
  ...operation('updateApiKey', 'PUT', path),
  summary: 'Change an API key',
  description:
    'Changes the fields that you send; `roles` and `allowedAddresses` replace the whole list. The secrets do not ' +
    'change. It applies from its next request. You cannot change a key that has more rights than ' +
    'you, nor give it more.',
  stepUp: true,
  feature: 'api_keys.create',
  body: UpdateApiKey,
  success: returns(ApiKey),
  errors: ['not_found', 'rights_exceeded', 'application_forbidden', 'missing_feature', 'stale'],
  etag: true,
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
  },
});

export const rotateApiKey = defineEndpoint({
  ...base,
  ...operation('rotateApiKey', 'POST', `${path}/{id}/rotate`),
  summary: 'Rotate the secret of an API key',
  description:
    'Id, roles and rate limits of the key do not change. The old secret stays valid for the grace period; an ' +
    'even older secret is rejected at once. A user who rotates a key becomes its owner. You cannot rotate a key that ' +
    'has more rights than you.',
  stepUp: true,
  feature: 'api_keys.create',
  params: z.object({ id: uuid('Id of the key.') }),
  body: RotateApiKey,
  bodyOptional: true,
  success: returns(NewApiKey),
  errors: ['not_found', 'rights_exceeded', 'application_forbidden', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'] },
});

export const deleteApiKey = defineEndpoint({
  ...base,
  ...operation('deleteApiKey', 'DELETE', path),
  summary: 'Delete an API key',
  description:
    'The next request with the key is rejected. Rules and jobs that run as the key stop: list them first with ' +
    '`runAs=api_key:<id>` in `GET /api/business_rules/rules` and `GET /api/scheduler/jobs`, and take them over.',
  stepUp: true,
  feature: 'api_keys.delete',
  query: z.object({ id: uuid('Id of the key.') }),
  success: returns(z.object({ success: z.boolean().check(about('Always true.')) })),
  errors: ['not_found', 'rights_exceeded', 'stale'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});
