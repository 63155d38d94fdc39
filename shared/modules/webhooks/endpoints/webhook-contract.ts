/** Endpoints of webhooks: receivers and their subscriptions. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { timestamp } from '../../../kernel/http/fields.ts';
import { listOf } from '../../../kernel/lists/list.ts';
import { maskedSecret } from '../../../kernel/secrets/masked.ts';
import {
  base,
  CreateWebhook,
  exampleIds,
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

const row = {
  id: exampleIds.webhook,
  name: 'Order updates',
  description: 'Keeps the warehouse up to date.',
  url: 'https://example.com/hooks/orders',
  subscribedEvents: ['sales.*'],
  httpMethod: 'POST',
  isActive: true,
  deliveryStrategy: 'http',
  maxRetries: 10,
  consecutiveFailures: 0,
  lastSuccessAt: null,
  lastFailureAt: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
} as const;
const example = {
  ...row,
  maskedSecret: 'whsec_••••••••',
  previousSecretSetAt: null,
  customHeaders: null,
  strategyConfig: null,
  timeoutMs: 15_000,
  rateLimitPerMinute: 0,
  autoDisableThreshold: 100,
  integrationId: null,
  disabledReason: null,
  disabledAt: null,
} as const;
const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const byId = `${webhooksPath}/{id}`;

export const listWebhooks = defineEndpoint({
  ...base,
  ...operation('listWebhooks', 'GET', webhooksPath),
  summary: 'List and search webhooks',
  description: 'Returns the webhooks of the selected organization, newest first.',
  feature: 'webhooks.view',
  query: ListWebhooks,
  success: returns('One page of webhooks.', listOf(WebhookRow)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
  example: {
    summary: 'The first page',
    response: { items: [row], total: 1, page: 1, pageSize: 50, totalPages: 1 },
  },
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
  success: creates('The webhook, and its secret.', NewWebhook),
  errors: ['not_found', 'already_created', 'limit_reached'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem'], secrets: 'seal and open' },
  example: {
    summary: 'All events of orders',
    response: { ...example, secret: exampleSecret },
  },
});

export const getWebhook = defineEndpoint({
  ...base,
  ...operation('getWebhook', 'GET', byId),
  summary: 'Read a webhook',
  description: 'Returns all settings of a webhook and the health of its deliveries.',
  feature: 'webhooks.view',
  params: webhookId,
  success: returns('The webhook.', Webhook),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['BatchGetItem'] },
  example: { summary: 'A webhook', response: example },
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
  success: returns('The changed webhook.', Webhook),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: {
    table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    secrets: 'seal and open',
  },
  example: {
    summary: 'Disable a webhook',
    response: { ...example, isActive: false },
  },
});

export const deleteWebhook = defineEndpoint({
  ...base,
  ...operation('deleteWebhook', 'DELETE', byId),
  summary: 'Delete a webhook',
  description: 'Stops sending; pending deliveries fail. The delivery log stays readable.',
  feature: 'webhooks.manage',
  params: webhookId,
  success: returns('The webhook is deleted.', z.object({ success })),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  example: { summary: 'Deleted', response: { success: true } },
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
    'The new secret.',
    z.object({
      success,
      secret,
      previousSecretSetAt: timestamp('When the previous secret was replaced.'),
      previousSecretExpiresAt: timestamp('When the previous secret stops signing.'),
    }),
  ),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem'], secrets: 'seal and open' },
  example: {
    summary: 'With a grace period of one day',
    response: {
      success: true,
      secret: exampleSecret,
      previousSecretSetAt: '2026-03-01T09:30:00.000Z',
      previousSecretExpiresAt: '2026-03-02T09:30:00.000Z',
    },
  },
});
