/** Endpoints of deliveries: what was sent to whom, with all attempts. */
import * as z from 'zod/mini';
import { Comparison } from '../../../kernel/conditions/trace-contract.ts';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, count, queryChoices, timestamp, timestampOrNull, uuid } from '../../../kernel/http/fields.ts';
import { fromField, untilField } from '../../../kernel/http/time-range.ts';
import { idFilter, listOf, listQuery, totalOption } from '../../../kernel/lists/list.ts';
import {
  base,
  deliveriesPath,
  deliveryId,
  eventType,
  exampleIds,
  success,
  webhookId,
  webhooksPath,
} from '../endpoints/webhook-fields-contract.ts';
import { webhookLimits } from '../limits.ts';

// The schemas of deliveries and of their log.

export const deliveryStatuses = ['pending', 'sending', 'delivered', 'failed', 'expired'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const status = z
  .enum(deliveryStatuses)
  .check(
    about(
      '`pending` waits for its next attempt, `sending` is in progress, `delivered` received a 2xx response, ' +
        '`expired` was abandoned (refused, out of attempts, or the webhook was inactive), `failed` could not be ' +
        'sent at all (webhook deleted, URL not allowed).',
      'delivered',
    ),
  );

const responseStatus = z
  .nullable(z.int())
  .check(about('HTTP status of the last response; null without a response.', 200));
const errorMessage = z.nullable(z.string()).check(about('Why the last attempt failed.', null));
const durationMs = z.nullable(z.int()).check(about('Duration of the last exchange in milliseconds.', 84));

const listed = {
  id: uuid('Id of the delivery.', exampleIds.delivery),
  webhookId: z
    .nullable(uuid('Id of a webhook.'))
    .check(about('Webhook that receives it; null for a rule’s request to a URL.', exampleIds.webhook)),
  webhookName: z
    .nullable(z.string())
    .check(about('Name of the webhook; null without a webhook, or after it is deleted.', 'Order updates')),
  eventType,
  messageId: z
    .string()
    .check(
      about('The `webhook-id` of every attempt: receivers recognize repetitions by it.', exampleIds.message),
    ),
  status,
  responseStatus,
  errorMessage,
  attemptNumber: count('Number of attempts so far.', 1),
  maxAttempts: count('The maximum number of attempts.', 10),
  nextRetryAt: timestampOrNull('When the next attempt is due; null if there is none.', null),
  durationMs,
  targetUrl: z
    .string()
    .check(
      about(
        'URL of the last attempt; before the first attempt, the URL when the delivery was created.',
        'https://example.com/hooks/orders',
      ),
    ),
  enqueuedAt: timestamp('When the delivery was queued.'),
  lastAttemptAt: timestampOrNull('When the last attempt started.'),
  deliveredAt: timestampOrNull('When the receiver accepted it.'),
  createdAt: timestamp('When the event occurred.'),
};

export const DeliveryRow = z
  .object(listed)
  .check(z.meta({ id: 'WebhookDeliveryRow', description: 'A delivery in a list.' }));
export type DeliveryRow = z.infer<typeof DeliveryRow>;

const texts = z.record(z.string(), z.string());
const requestHeaders = { 'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' };
const responseHeaders = z
  .nullable(texts)
  .check(about('Headers of the response, by lower-case name.', { 'content-type': 'text/plain' }));
const responseBody = z.nullable(z.string()).check(about('The first 4 096 bytes of the response.', 'ok'));

export const DeliveryAttempt = z
  .object({
    attemptNumber: count('Number of the attempt, from 1.', 1),
    startedAt: timestamp('When the attempt started.'),
    durationMs: count('Duration of the exchange in milliseconds.', 84),
    url: z.string().check(about('URL of the request.', 'https://example.com/hooks/orders')),
    requestHeaders: z
      .nullable(texts)
      .check(
        about(
          'Headers of the request, by lower-case name; values of custom headers are masked. Null for early attempts.',
          requestHeaders,
        ),
      ),
    outcome: z
      .enum(['delivered', 'retry', 'failed', 'expired'])
      .check(
        about(
          'Outcome of the attempt; with `retry`, the delivery stays pending if attempts are left.',
          'delivered',
        ),
      ),
    responseStatus,
    responseHeaders,
    responseBody,
    errorMessage,
  })
  .check(z.meta({ id: 'WebhookDeliveryAttempt', description: 'One attempt of a delivery.' }));
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const Delivery = z
  .object({
    ...listed,
    payload: z
      .unknown()
      .check(
        about(
          'The body of every attempt: `{type, timestamp, data}`, or the body of a rule’s request to a URL, as JSON ' +
            'or as text; null without a body.',
          { type: 'sales.order.created', timestamp: '2026-03-01T09:30:00.000Z', data: { id: 'SO-1001' } },
        ),
      ),
    responseBody,
    responseHeaders,
    attempts: z
      .array(DeliveryAttempt)
      .check(about(`The last ${webhookLimits.shownAttempts} attempts, oldest first.`)),
    updatedAt: timestamp('When the delivery last changed.'),
  })
  .check(z.meta({ id: 'WebhookDelivery', description: 'A message to a webhook and its result.' }));
export type Delivery = z.infer<typeof Delivery>;

export const ListDeliveries = z.object({
  ...listQuery({
    sortFields: ['createdAt'],
    searches: 'event type, message id, URL or error',
  }),
  ...idFilter(),
  ...totalOption(),
  webhookId: z.optional(uuid('Only deliveries to this webhook.')),
  eventType: z.optional(eventType),
  status: z
    .optional(queryChoices(deliveryStatuses))
    .check(about('Only deliveries with one of these statuses, separated by commas.', ['failed', 'expired'])),
  fromDate: z.optional(fromField('Only deliveries of events at or after this time.')),
  toDate: z.optional(untilField('Only deliveries of events at or before this time.')),
});
export type ListDeliveries = z.infer<typeof ListDeliveries>;

export const listDeliveries = defineEndpoint({
  ...base,
  ...operation('listDeliveries', 'GET', deliveriesPath),
  summary: 'List and search deliveries',
  description:
    `Returns the delivery log of the organization, newest first, kept for ${webhookLimits.deliveryRetentionDays} days. If you have many webhooks, ` +
    'filter by webhook: then only the log of that webhook is read. A list filtered by `id` reads only that ' +
    'delivery.',
  feature: 'webhooks.view',
  query: ListDeliveries,
  success: returns(
    z.object({
      ...listOf(DeliveryRow).shape,
      totalIsExact: z
        .boolean()
        .check(
          about(
            'False if the logs are longer than one request can read: `total` then is the number of matches so far, and ' +
              'pages omit matches of logs that were not read to their end; use `fromDate` and `toDate` to read them.',
            true,
          ),
        ),
    }),
  ),
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const getDelivery = defineEndpoint({
  ...base,
  ...operation('getDelivery', 'GET', `${deliveriesPath}/{id}`),
  summary: 'Read a delivery',
  description: 'Returns a delivery with its payload and every attempt.',
  feature: 'webhooks.view',
  params: deliveryId,
  success: returns(Delivery),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const retryDelivery = defineEndpoint({
  ...base,
  ...operation('retryDelivery', 'POST', `${deliveriesPath}/{id}/retry`),
  summary: 'Retry a delivery',
  description:
    'Queues another attempt now, with the same message id and payload in any status of the delivery. If ' +
    'all attempts are used up, one more is added. Returns 409 while an attempt is in progress.',
  feature: 'webhooks.manage',
  params: deliveryId,
  success: returns(z.object({ success, delivery: Delivery }), { description: 'The attempt is queued.' }),
  errors: ['not_found', 'webhooks_disabled', 'delivery_under_way', 'stale'],
  permissions: {
    table: ['Query', 'BatchGetItem', 'UpdateItem', 'PutItem'],
  },
});

export const TestWebhook = z.object({
  eventType: z.optional(eventType).check(about('Type of the test event; `webhooks.test.ping` by default.')),
  payload: z
    .optional(z.record(z.string(), z.unknown()))
    .check(
      about(
        'Data of the test event; `{ping, webhookId, testedAt}` by default. `tenantId` and `organizationId` are added.',
        { id: 'SO-1001' },
      ),
    ),
});
export type TestWebhook = z.infer<typeof TestWebhook>;

export const TestedCondition = z
  .object({
    holds: z.boolean().check(about('Whether an event with this content would be delivered.', false)),
    decidedBy: z
      .nullable(Comparison)
      .check(about('The comparison that decided the condition; null if none was made.')),
    error: z
      .nullable(z.string())
      .check(
        about('Why the condition could not be evaluated; such an event is delivered. Null otherwise.', null),
      ),
  })
  .check(z.meta({ id: 'TestedCondition', description: 'Result of the condition for a test event.' }));
export type TestedCondition = z.infer<typeof TestedCondition>;

export const testWebhook = defineEndpoint({
  ...base,
  ...operation('testWebhook', 'POST', `${webhooksPath}/{id}/test`),
  summary: 'Send a test delivery',
  description:
    'Sends a signed event at once, records it as a delivery with a single attempt, and returns the result: 200 ' +
    'even if the receiver rejected it. An inactive webhook sends nothing, and the delivery says so. The test is ' +
    'sent even if the condition of the webhook fails; `condition` shows the result of the condition. Waits at ' +
    `most ${webhookLimits.testTimeoutMs / 1_000} seconds for the receiver, or the webhook’s own timeout.`,
  feature: 'webhooks.test',
  params: webhookId,
  body: TestWebhook,
  bodyOptional: true,
  maxBodyBytes: webhookLimits.testBodyBytes,
  success: returns(z.object({ success, delivery: Delivery, condition: z.optional(TestedCondition) })),
  errors: ['not_found', 'webhooks_disabled'],
  permissions: {
    table: ['BatchGetItem', 'UpdateItem', 'PutItem', 'DeleteItem'],
    secrets: 'open',
  },
  timeoutSeconds: 29,
});
