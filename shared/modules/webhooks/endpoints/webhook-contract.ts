/** Endpoints of webhooks: receivers and their subscriptions. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { timestamp } from '../../../kernel/http/fields.ts';
import { listOf } from '../../../kernel/lists/list.ts';
import { maskedSecret } from '../../../kernel/secrets/masked.ts';
import {
  base,
  CreateWebhook,
  ListWebhooks,
  NewWebhook,
  RotateSecret,
  secret,
  success,
  UpdateWebhook,
  Webhook,
  WebhookRow,
  webhookId,
  webhooksPath,
} from './webhook-fields-contract.ts';

export * from './webhook-fields-contract.ts';

const byId = `${webhooksPath}/{id}`;

export const listWebhooks = defineEndpoint({
  ...base,
  ...operation('listWebhooks', 'GET', webhooksPath),
  summary: 'List and search webhooks',
  description: 'Returns the webhooks of the selected organization, newest first.',
  feature: 'webhooks.view',
  query: ListWebhooks,
  success: returns(listOf(WebhookRow)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const createWebhook = defineEndpoint({
  ...base,
  ...operation('createWebhook', 'POST', webhooksPath),
  summary: 'Create a webhook',
  description:
    'The webhook receives the subscribed events of the organization from now on, signed according to Standard ' +
    'Webhooks. An event of the whole tenant is sent to the webhooks of all its organizations. The response ' +
    'contains the signing secret, which is not shown again. An organization can have 500 webhooks ' +
    '(`WEBHOOKS_PER_ORGANIZATION` of the deployment).',
  feature: 'webhooks.manage',
  body: CreateWebhook,
  deepFields: ['condition'],
  success: creates(NewWebhook),
  errors: ['not_found', 'already_created', 'limit_reached'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem'], secrets: 'seal and open' },
});

export const getWebhook = defineEndpoint({
  ...base,
  ...operation('getWebhook', 'GET', byId),
  summary: 'Read a webhook',
  description: 'Returns all settings of a webhook and the health of its deliveries.',
  feature: 'webhooks.view',
  params: webhookId,
  success: returns(Webhook),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['BatchGetItem'] },
});

export const updateWebhook = defineEndpoint({
  ...base,
  ...operation('updateWebhook', 'PUT', byId),
  summary: 'Change a webhook',
  description:
    'Changes the given fields and leaves all others as they are. Pending deliveries use the changed settings. ' +
    `Values of \`customHeaders\` that are \`${maskedSecret}\` keep the stored value; if scheme, host or port of \`url\` changes, ` +
    'send the values again (otherwise 400).',
  feature: 'webhooks.manage',
  params: webhookId,
  body: UpdateWebhook,
  deepFields: ['condition'],
  success: returns(Webhook),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: {
    table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    secrets: 'seal and open',
  },
});

export const deleteWebhook = defineEndpoint({
  ...base,
  ...operation('deleteWebhook', 'DELETE', byId),
  summary: 'Delete a webhook',
  description: 'Stops sending; pending deliveries fail. The delivery log stays readable.',
  feature: 'webhooks.manage',
  params: webhookId,
  success: returns(z.object({ success })),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});

export const rotateWebhookSecret = defineEndpoint({
  ...base,
  ...operation('rotateWebhookSecret', 'POST', `${byId}/rotate-secret`),
  summary: 'Rotate the signing secret',
  description:
    'Issues a new secret. During the grace period, each request is signed with both secrets; a second rotation ' +
    'in that time ends the older secret at once.',
  feature: 'webhooks.secrets',
  params: webhookId,
  body: RotateSecret,
  bodyOptional: true,
  success: returns(
    z.object({
      success,
      secret,
      previousSecretSetAt: timestamp('When the previous secret was replaced.'),
      previousSecretExpiresAt: timestamp(
        'When the previous secret stops signing.',
        '2026-03-02T09:30:00.000Z',
      ),
    }),
  ),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem'], secrets: 'seal and open' },
});
