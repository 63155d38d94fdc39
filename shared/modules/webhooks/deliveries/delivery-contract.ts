/** The endpoints of deliveries: what was sent to whom, how often, and what came of it. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
import { listOf } from '../../../kernel/lists/list.ts';
import {
  base,
  deliveriesPath,
  deliveryId,
  eventType,
  exampleIds,
  success,
  webhookId,
  webhooksPath,
} from '../common-contract.ts';
import { webhookLimits } from '../limits.ts';
import { Delivery, DeliveryRow, ListDeliveries } from './delivery-shapes-contract.ts';

export * from './delivery-shapes-contract.ts';

const row = {
  id: exampleIds.delivery,
  webhookId: exampleIds.webhook,
  webhookName: 'Order updates',
  eventType: 'sales.order.created',
  messageId: exampleIds.message,
  status: 'delivered',
  responseStatus: 200,
  errorMessage: null,
  attemptNumber: 1,
  maxAttempts: 10,
  nextRetryAt: null,
  durationMs: 84,
  targetUrl: 'https://example.com/hooks/orders',
  enqueuedAt: '2026-03-01T09:30:00.250Z',
  lastAttemptAt: '2026-03-01T09:30:00.300Z',
  deliveredAt: '2026-03-01T09:30:00.384Z',
  createdAt: '2026-03-01T09:30:00.250Z',
} as const;
const payload = {
  type: 'sales.order.created',
  timestamp: '2026-03-01T09:30:00.000Z',
  data: { id: 'SO-1001', total: 250 },
};
const answer = { responseStatus: 200, responseHeaders: { 'content-type': 'text/plain' }, responseBody: 'ok' };
const example = {
  ...row,
  payload,
  responseBody: 'ok',
  responseHeaders: { 'content-type': 'text/plain' },
  attempts: [
    {
      attemptNumber: 1,
      startedAt: '2026-03-01T09:30:00.300Z',
      durationMs: 84,
      url: 'https://example.com/hooks/orders',
      outcome: 'delivered',
      ...answer,
      errorMessage: null,
    },
  ],
  updatedAt: '2026-03-01T09:30:00.384Z',
} as const;

export const listDeliveries = defineEndpoint({
  ...base,
  operationId: 'listDeliveries',
  method: 'GET',
  path: deliveriesPath,
  summary: 'List and search deliveries',
  description:
    `The delivery log of the organization, the newest first, kept for ${webhookLimits.deliveryRetentionDays} days. ` +
    'Name a webhook where there are many: then only its own log is read. A list by `id` reads that delivery alone.',
  feature: 'webhooks.view',
  query: ListDeliveries,
  success: { status: 200, description: 'One page of deliveries.', result: listOf(DeliveryRow) },
  permissions: { table: ['Query', 'BatchGetItem'] },
  example: {
    summary: 'The first page',
    response: { items: [row], total: 1, page: 1, pageSize: 50, totalPages: 1 },
  },
});

export const getDelivery = defineEndpoint({
  ...base,
  operationId: 'getDelivery',
  method: 'GET',
  path: `${deliveriesPath}/{id}`,
  summary: 'Read a delivery',
  description: 'A delivery with its payload and every attempt.',
  feature: 'webhooks.view',
  params: deliveryId,
  success: { status: 200, description: 'The delivery.', result: Delivery },
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['Query', 'BatchGetItem'] },
  example: { summary: 'A delivery', response: example },
});

export const retryDelivery = defineEndpoint({
  ...base,
  operationId: 'retryDelivery',
  method: 'POST',
  path: `${deliveriesPath}/{id}/retry`,
  summary: 'Send a delivery again',
  description:
    'Queues another attempt now, with the same message id and payload, in any status of the delivery. ' +
    'When all attempts are used up it gets one more. While an attempt is under way the response is 409.',
  feature: 'webhooks.manage',
  params: deliveryId,
  success: {
    status: 200,
    description: 'The attempt is queued.',
    result: z.object({ success, delivery: Delivery }),
  },
  errors: ['not_found', 'webhooks_disabled', 'delivery_under_way', 'stale'],
  permissions: {
    table: ['Query', 'BatchGetItem', 'UpdateItem', 'PutItem'],
  },
  example: {
    summary: 'Once more',
    response: {
      success: true,
      delivery: { ...example, status: 'pending', deliveredAt: null, errorMessage: null },
    },
  },
});

export const TestWebhook = z.object({
  eventType: z
    .optional(eventType)
    .check(z.meta({ description: 'Type of the test event; `webhooks.test.ping` unless given.' })),
  payload: z.optional(z.record(z.string(), z.unknown())).check(
    z.meta({
      description:
        'Data of the test event; `{ping, webhookId, testedAt}` unless given. `tenantId` and `organizationId` are added.',
      examples: [{ id: 'SO-1001' }],
    }),
  ),
});
export type TestWebhook = z.infer<typeof TestWebhook>;

export const testWebhook = defineEndpoint({
  ...base,
  operationId: 'testWebhook',
  method: 'POST',
  path: `${webhooksPath}/{id}/test`,
  summary: 'Send a test delivery',
  description:
    'Sends a signed event at once, records it as a delivery with a single attempt, and returns what came of it: ' +
    '200 also when the receiver refused it. An inactive webhook sends nothing, and the delivery says so. Waits at ' +
    `most ${webhookLimits.testTimeoutMs / 1_000} seconds for the receiver, or the webhook’s own timeout.`,
  feature: 'webhooks.test',
  params: webhookId,
  body: TestWebhook,
  bodyOptional: true,
  maxBodyBytes: webhookLimits.testBodyBytes,
  success: {
    status: 200,
    description: 'What came of it.',
    result: z.object({ success, delivery: Delivery }),
  },
  errors: ['not_found', 'webhooks_disabled'],
  permissions: { table: ['BatchGetItem', 'UpdateItem', 'PutItem', 'DeleteItem'], secrets: 'open' },
  timeoutSeconds: 29,
  example: {
    summary: 'A ping',
    response: { success: true, delivery: { ...example, eventType: 'webhooks.test.ping', maxAttempts: 1 } },
  },
});
