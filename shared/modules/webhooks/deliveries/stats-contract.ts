/** The endpoint with the statistics of a webhook. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, count, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { fromField, untilField } from '../../../kernel/http/time-range.ts';
import { base, webhookId, webhooksPath } from '../endpoints/webhook-fields-contract.ts';
import { webhookLimits } from '../limits.ts';

const since = fromField(
  `Deliveries created at or after this time, at most ${webhookLimits.deliveryRetentionDays} days ago; by default a day before \`until\`.`,
);
const until = untilField('Deliveries created at or before this time; default: now.');

export const WebhookStatsQuery = z.object({ since: z.optional(since), until: z.optional(until) });
export type WebhookStatsQuery = z.infer<typeof WebhookStatsQuery>;

const milliseconds = (description: string, example: number) =>
  z.nullable(z.int()).check(about(description, example));

const WebhookStatsPoint = z
  .object({
    at: timestamp('Start of the step.'),
    total: count('Deliveries created in the step.', 12),
    delivered: count('Accepted by the receiver.', 11),
    failed: count('Could not be sent.', 0),
    expired: count('Abandoned.', 1),
    p50DurationMs: milliseconds('Median duration of their exchanges.', 80),
    p95DurationMs: milliseconds('95th percentile of it.', 240),
  })
  .check(
    z.meta({ id: 'WebhookStatsPoint', description: 'Statistics of the deliveries created in one step.' }),
  );
export type WebhookStatsPoint = z.infer<typeof WebhookStatsPoint>;

export const WebhookStats = z
  .object({
    webhookId: uuid('Id of the webhook.'),
    since: timestamp('Start of the time range.', '2026-03-01T00:00:00.000Z'),
    until: timestamp('End of the time range.', '2026-03-02T00:00:00.000Z'),
    total: count('Number of deliveries created in the time range.', 120),
    pending: count('Number of deliveries that wait for an attempt.', 1),
    sending: count('Number of deliveries in progress.', 0),
    delivered: count('Number of deliveries that the receiver accepted.', 115),
    failed: count('Number of deliveries that could not be sent.', 0),
    expired: count('Abandoned deliveries.', 4),
    attempts: count('Number of attempts of these deliveries.', 131),
    heldBack: z.optional(
      count(
        'Number of subscribed events that the condition excluded, by hours of the time range; kept for 35 days. ' +
          'Absent without a condition.',
        17,
      ),
    ),
    successRate: z
      .nullable(z.number())
      .check(
        about('Share of delivered ones among completed deliveries, 0 to 1; null if there are none.', 0.966),
      ),
    averageDurationMs: z.nullable(z.number()).check(about('Mean duration of their last exchanges.', 84.2)),
    p50DurationMs: milliseconds('Median duration of their exchanges.', 80),
    p95DurationMs: milliseconds('95th percentile of it.', 240),
    stepSeconds: count('Length of a step.', 3_600),
    points: z.array(WebhookStatsPoint).check(about('The same deliveries by step, earliest first.')),
    isExact: z
      .boolean()
      .check(
        about(
          'False if the time range has more deliveries than one request counts; request a shorter one.',
          true,
        ),
      ),
  })
  .check(z.meta({ id: 'WebhookStats', description: 'Statistics of a webhook in a time range.' }));
export type WebhookStats = z.infer<typeof WebhookStats>;

export const getWebhookStats = defineEndpoint({
  ...base,
  ...operation('getWebhookStats', 'GET', `${webhooksPath}/{id}/stats`),
  summary: 'Count the deliveries of a webhook',
  description:
    'Counts deliveries by status in a time range, by default the last 24 hours, and in steps of it, when they were created.',
  feature: 'webhooks.view',
  params: webhookId,
  query: WebhookStatsQuery,
  success: returns(WebhookStats),
  errors: ['not_found'],
  permissions: { table: ['BatchGetItem', 'Query'] },
});
