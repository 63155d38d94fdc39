/** The endpoint with hourly counts of a webhook's deliveries. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, count, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { hourlyQuery } from '../../../kernel/http/hourly-window.ts';

const at = timestamp('Start of the hour.', '2026-03-01T09:00:00.000Z');

export const DeliveryPoint = z
  .object({
    at,
    attempts: count('Number of attempts.', 12),
    delivered: count('Number of deliveries that the receiver accepted.', 10),
    failed: count('Number of deliveries that could not be sent.', 0),
    expired: count('Number of deliveries that were abandoned.', 1),
  })
  .check(z.meta({ id: 'DeliveryPoint', description: 'Counts of webhook deliveries in one hour.' }));

export const WebhookPoint = z
  .object({
    ...DeliveryPoint.shape,
    heldBack: count('Number of subscribed events that the condition of the webhook excluded.', 3),
  })
  .check(z.meta({ id: 'WebhookPoint', description: 'Counts of one webhook’s deliveries in one hour.' }));

export const WebhookSeriesQuery = z.object(hourlyQuery);
export type WebhookSeriesQuery = z.infer<typeof WebhookSeriesQuery>;

export const getWebhookSeries = defineEndpoint({
  module: 'webhooks',
  auth: 'caller',
  scope: 'organization',
  ...operation('getWebhookSeries', 'GET', '/api/webhooks/{id}/series'),
  summary: 'Show the deliveries of a webhook by hour',
  description:
    'Returns one point per hour of the time range. A delivery counts in the hour in which it ended, an attempt ' +
    'in the hour in which it was made, and an event that the condition excluded in the hour in which it occurred. ' +
    'The numbers are approximate: after a crash, a count may be missing or doubled. They are kept for 35 days; for ' +
    'older webhooks they start when counting was introduced.',
  feature: 'webhooks.view',
  params: z.object({ id: uuid('Id of the webhook.') }),
  query: WebhookSeriesQuery,
  success: returns(
    z.object({
      webhookId: uuid('Id of the webhook.'),
      since: timestamp('Start of the first hour.', '2026-03-01T09:00:00.000Z'),
      until: timestamp('End of the time range.', '2026-03-01T09:45:00.000Z'),
      points: z.array(WebhookPoint).check(about('Earliest hour first.')),
    }),
  ),
  errors: ['not_found'],
  permissions: { table: ['BatchGetItem', 'Query'] },
});
