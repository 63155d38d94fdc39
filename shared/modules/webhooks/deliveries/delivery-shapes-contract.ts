/** The shapes of deliveries and of their log. */
import * as z from 'zod/mini';
import { isDate } from '../../../kernel/http/dates.ts';
import { timestamp, uuid } from '../../../kernel/http/fields.ts';
import { idFilter, listQuery } from '../../../kernel/lists/list.ts';
import { eventType, exampleIds, momentOrNull } from '../common-contract.ts';

export const deliveryStatuses = ['pending', 'sending', 'delivered', 'failed', 'expired'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const status = z.enum(deliveryStatuses).check(
  z.meta({
    description:
      '`pending` waits for its next attempt, `sending` is under way, `delivered` was answered with 2xx, `expired` ' +
      'was abandoned (refused, out of attempts, or the webhook was inactive), `failed` could not be sent at all ' +
      '(webhook deleted, URL not allowed).',
    examples: ['delivered'],
  }),
);

const responseStatus = z
  .nullable(z.int())
  .check(z.meta({ description: 'Status of the last answer; null without one.', examples: [200] }));
const errorMessage = z
  .nullable(z.string())
  .check(z.meta({ description: 'Why the last attempt failed, in words.', examples: [null] }));
const durationMs = z
  .nullable(z.int())
  .check(z.meta({ description: 'Milliseconds of the last exchange.', examples: [84] }));
const count = (description: string, example: number) =>
  z.int().check(z.meta({ description, examples: [example] }));

const listed = {
  id: uuid('Id of the delivery.'),
  webhookId: z.nullable(uuid('Id of a webhook.')).check(
    z.meta({
      description: 'Webhook that it is sent to; null for a rule’s request to a URL of its own.',
      examples: [exampleIds.webhook],
    }),
  ),
  webhookName: z.nullable(z.string()).check(
    z.meta({
      description: 'Name of the webhook; null without one, or once it is deleted.',
      examples: ['Order updates'],
    }),
  ),
  eventType,
  messageId: z.string().check(
    z.meta({
      description: 'The `webhook-id` of every attempt: receivers recognize repetitions by it.',
      examples: [exampleIds.message],
    }),
  ),
  status,
  responseStatus,
  errorMessage,
  attemptNumber: count('Attempts made so far.', 1),
  maxAttempts: count('The maximum number of attempts.', 10),
  nextRetryAt: momentOrNull('When the next attempt is due; null when none is.', null),
  durationMs,
  targetUrl: z.string().check(
    z.meta({
      description: 'URL of the last attempt, or where it was to go when the delivery was made.',
      examples: ['https://example.com/hooks/orders'],
    }),
  ),
  enqueuedAt: timestamp('When the delivery was queued.'),
  lastAttemptAt: momentOrNull('When the last attempt began.'),
  deliveredAt: momentOrNull('When the receiver accepted it.'),
  createdAt: timestamp('When its event happened.'),
};

export const DeliveryRow = z
  .object(listed)
  .check(z.meta({ id: 'WebhookDeliveryRow', description: 'A delivery as lists show it.' }));
export type DeliveryRow = z.infer<typeof DeliveryRow>;

const texts = z.record(z.string(), z.string());
const responseHeaders = z.nullable(texts).check(
  z.meta({
    description: 'Headers of the response, by lower-case name.',
    examples: [{ 'content-type': 'text/plain' }],
  }),
);
const responseBody = z
  .nullable(z.string())
  .check(z.meta({ description: 'The first 4 096 bytes of the response.', examples: ['ok'] }));

export const DeliveryAttempt = z
  .object({
    attemptNumber: count('Number of the attempt, from 1.', 1),
    startedAt: timestamp('When it began.'),
    durationMs: count('Milliseconds that the exchange took.', 84),
    url: z
      .string()
      .check(z.meta({ description: 'Where it was sent.', examples: ['https://example.com/hooks/orders'] })),
    outcome: z.enum(['delivered', 'retry', 'failed', 'expired']).check(
      z.meta({
        description: 'What it decided; `retry` leaves the delivery pending if attempts are left.',
        examples: ['delivered'],
      }),
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
    payload: z.unknown().check(
      z.meta({
        description:
          'The body of every attempt: `{type, timestamp, data}`, or what a rule sends to a URL of its own, as JSON or ' +
          'as text; null without one.',
        examples: [
          { type: 'sales.order.created', timestamp: '2026-03-01T09:30:00.000Z', data: { id: 'SO-1001' } },
        ],
      }),
    ),
    responseBody,
    responseHeaders,
    attempts: z.array(DeliveryAttempt).check(z.meta({ description: 'Every attempt, the first one first.' })),
    updatedAt: timestamp('When the delivery last changed.'),
  })
  .check(z.meta({ id: 'WebhookDelivery', description: 'What was sent to a webhook, and what came of it.' }));
export type Delivery = z.infer<typeof Delivery>;

const date = (description: string) =>
  z
    .optional(
      z
        .string()
        .check(z.refine((value) => isDate(value), { error: 'must be an ISO 8601 date such as 2026-01-01' })),
    )
    .check(z.meta({ description, examples: ['2026-03-01'] }));

export const ListDeliveries = z.object({
  ...listQuery({
    sortFields: ['createdAt'],
    searches: 'event type, message id, URL or error',
  }),
  ...idFilter(),
  webhookId: z.optional(uuid('Only deliveries to this webhook.')),
  eventType: z.optional(eventType),
  status: z.optional(status),
  fromDate: date('Only deliveries of events at or after this moment.'),
  toDate: date('Only deliveries of events at or before this moment; a date alone means its end.'),
});
export type ListDeliveries = z.infer<typeof ListDeliveries>;
