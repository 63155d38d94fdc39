/** The endpoints that send events of the log to a webhook: the replay, and `recover` as its alias. */
import * as z from 'zod/mini';
import { accepts, defineEndpoint, operation } from '../../../kernel/http/endpoint-spec.ts';
import { about, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { fromField, untilField } from '../../../kernel/http/time-range.ts';
import {
  base,
  eventPattern,
  success,
  webhookId,
  webhooksPath,
} from '../endpoints/webhook-fields-contract.ts';
import { webhookLimits } from '../limits.ts';

export const ReplayWebhook = z.object({
  from: fromField('Events at or after this time, within the event log.'),
  to: z.optional(untilField('Events at or before this time; default: now.')),
  types: z
    .optional(z.array(eventPattern).check(z.minLength(1), z.maxLength(webhookLimits.subscribedEvents)))
    .check(about('Only these of the subscribed events: names, `<module>.*` or `*`.', ['sales.*'])),
  onlyMissing: z
    ._default(z.boolean(), true)
    .check(about('Leaves out events that the webhook has received; false sends them once more.', true)),
});
export type ReplayWebhook = z.infer<typeof ReplayWebhook>;

export const replayWebhook = defineEndpoint({
  ...base,
  ...operation('replayWebhook', 'POST', `${webhooksPath}/{id}/replay`),
  summary: 'Replay events to a webhook',
  description:
    'Sends the subscribed events of a time range from the event log, also those published while the webhook was ' +
    'disabled. A progress job with the same id shows the progress and can cancel it.',
  feature: 'webhooks.manage',
  params: webhookId,
  body: ReplayWebhook,
  success: accepts(
    z.object({
      success,
      id: uuid('Id of the replay and its progress job.'),
      from: timestamp('Start of the time range.', '2026-03-01T08:00:00.000Z'),
      to: timestamp('End of the time range.', '2026-03-01T12:00:00.000Z'),
    }),
  ),
  errors: ['not_found', 'webhooks_disabled', 'webhook_inactive'],
  permissions: { table: ['BatchGetItem', 'PutItem'], queues: ['webhook-recovery'] },
});

export const RecoverWebhook = z.object({
  since: z.optional(
    fromField('Events at or after this time, within the event log; by default a day before `until`.'),
  ),
  until: z.optional(untilField('Events at or before this time; default: now.')),
});
export type RecoverWebhook = z.infer<typeof RecoverWebhook>;

export const recoverWebhook = defineEndpoint({
  ...base,
  ...operation('recoverWebhook', 'POST', `${webhooksPath}/{id}/recover`),
  summary: 'Recover missed events of a webhook',
  description:
    'Alias of a replay with `onlyMissing`; `since` and `until` are its `from` and `to`. Failed and expired deliveries get ' +
    'one more attempt.',
  feature: 'webhooks.manage',
  params: webhookId,
  body: RecoverWebhook,
  bodyOptional: true,
  success: accepts(
    z.object({
      success,
      id: uuid('Id of the replay and its progress job.'),
      since: timestamp('Start of the time range.', '2026-03-01T08:00:00.000Z'),
      until: timestamp('End of the time range.', '2026-03-01T12:00:00.000Z'),
    }),
  ),
  errors: replayWebhook.errors,
  permissions: replayWebhook.permissions,
});
