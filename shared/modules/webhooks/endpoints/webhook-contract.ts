/** The endpoints of webhooks: who receives which events, and how. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
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
  operationId: 'listWebhooks',
  method: 'GET',
  path: webhooksPath,
  summary: 'List and search webhooks',
  description: 'Webhooks of the selected organization, the newest first.',
  feature: 'webhooks.view',
  query: ListWebhooks,
  success: { status: 200, description: 'One page of webhooks.', result: listOf(WebhookRow) },
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
  example: {
    summary: 'The first page',
    response: { items: [row], total: 1, page: 1, pageSize: 50, totalPages: 1 },
  },
});

export const createWebhook = defineEndpoint({
  ...base,
  operationId: 'createWebhook',
  method: 'POST',
  path: webhooksPath,
  summary: 'Create a webhook',
  description:
    'Sends the subscribed events of the organization from now on, signed as Standard Webhooks wants it. An event ' +
    'of the tenant as a whole goes to the webhooks of all its organizations. The response holds the signing secret, ' +
    'which is not shown again. An organization has at most 500 webhooks (`WEBHOOKS_PER_ORGANIZATION` of the ' +
    'deployment).',
  feature: 'webhooks.manage',
  body: CreateWebhook,
  success: { status: 201, description: 'The webhook, and its secret.', result: NewWebhook },
  errors: ['limit_reached'],
  etag: true,
  permissions: { table: ['PutItem', 'UpdateItem'], secrets: 'seal and open' },
  example: {
    summary: 'All events of orders',
    response: { ...example, secret: exampleSecret },
  },
});

export const getWebhook = defineEndpoint({
  ...base,
  operationId: 'getWebhook',
  method: 'GET',
  path: byId,
  summary: 'Read a webhook',
  description: 'All settings of a webhook and how its deliveries fare.',
  feature: 'webhooks.view',
  params: webhookId,
  success: { status: 200, description: 'The webhook.', result: Webhook },
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['BatchGetItem'] },
  example: { summary: 'A webhook', response: example },
});

export const updateWebhook = defineEndpoint({
  ...base,
  operationId: 'updateWebhook',
  method: 'PUT',
  path: byId,
  summary: 'Change a webhook',
  description:
    'Changes the given fields and leaves all others as they are. Waiting deliveries follow the change. Values of ' +
    `\`customHeaders\` that are \`${maskedSecret}\` stay as they are stored; when scheme, host or port of \`url\` change, ` +
    'they must be given again (400).',
  feature: 'webhooks.manage',
  params: webhookId,
  body: UpdateWebhook,
  success: { status: 200, description: 'The webhook as changed.', result: Webhook },
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: {
    table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    secrets: 'seal and open',
  },
  example: {
    summary: 'Switch it off',
    response: { ...example, isActive: false },
  },
});

export const deleteWebhook = defineEndpoint({
  ...base,
  operationId: 'deleteWebhook',
  method: 'DELETE',
  path: byId,
  summary: 'Delete a webhook',
  description: 'Nothing is sent any more, waiting deliveries fail. The log of its deliveries stays readable.',
  feature: 'webhooks.manage',
  params: webhookId,
  success: { status: 200, description: 'The webhook is gone.', result: z.object({ success }) },
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  example: { summary: 'Deleted', response: { success: true } },
});

export const rotateWebhookSecret = defineEndpoint({
  ...base,
  operationId: 'rotateWebhookSecret',
  method: 'POST',
  path: `${byId}/rotate-secret`,
  summary: 'Rotate the signing secret',
  description:
    'Issues a new secret. For the grace period each request carries a signature of both; a second rotation within ' +
    'it ends the older secret at once.',
  feature: 'webhooks.secrets',
  params: webhookId,
  body: RotateSecret,
  bodyOptional: true,
  success: {
    status: 200,
    description: 'The new secret.',
    result: z.object({
      success,
      secret,
      previousSecretSetAt: timestamp('When the previous secret was replaced.'),
      previousSecretExpiresAt: timestamp('When the previous secret stops signing.'),
    }),
  },
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem'], secrets: 'seal and open' },
  example: {
    summary: 'A day of grace',
    response: {
      success: true,
      secret: exampleSecret,
      previousSecretSetAt: '2026-03-01T09:30:00.000Z',
      previousSecretExpiresAt: '2026-03-02T09:30:00.000Z',
    },
  },
});
