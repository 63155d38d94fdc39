import * as z from 'zod/mini';
import {
  field,
  flag,
  id,
  resourceData,
  resourceEvents,
  text,
  textOrNull,
} from '../../kernel/events/definition.ts';
import { inboundEvents } from './inbound/events.ts';

const webhook = {
  webhookId: id('Id of the webhook.'),
  name: text('Name of the webhook.', 'Order updates'),
  url: text('URL to which events are sent.', 'https://example.com/hooks/orders'),
  subscribedEvents: field(z.array(z.string()), 'Patterns of the subscribed events.', ['sales.*']),
  isActive: flag('Whether events are sent.', true),
};
const integer = (description: string, example: number) => field(z.int(), description, example);

const changed = resourceData('webhook', 'organization', webhook);
const disabled = resourceData('webhook', 'organization', {
  ...webhook,
  reason: text('Why it was disabled: `gone` or `failures`.', 'failures'),
  consecutiveFailures: integer('Number of failed attempts in a row.', 100),
});
const replay = resourceData('webhook', 'organization', {
  ...webhook,
  replayId: id('Id of the replay and of its progress job.'),
  from: text('Start of the time range.', '2026-03-01T08:00:00.000Z'),
  to: text('End of the time range.', '2026-03-01T12:00:00.000Z'),
  onlyMissing: flag('Whether delivered events are left out.', true),
});

const delivery = {
  webhookId: textOrNull(
    'Webhook that receives it; null for a rule’s request to a URL.',
    '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  ),
  eventType: text('Event of the delivery.', 'sales.order.created'),
  messageId: text('The `webhook-id` of its requests.', 'msg_5f2c8a0d9b3e4c7fa1d6e8b2c4f0a9d3'),
  attemptNumber: integer('Number of attempts so far.', 1),
  status: text('Status of the delivery.', 'delivered'),
};
const requested = {
  ...delivery,
  madeAtMs: integer('When it was created, in milliseconds since 1970.', 1_772_357_400_000),
  payloadId: id('Id of the payload.'),
  attempt: integer('Number of the requested attempt, from 1.', 1),
};
const answered = {
  ...delivery,
  responseStatus: field(z.nullable(z.int()), 'Status of the last response.', 200),
  errorMessage: textOrNull('Why the last attempt failed.', null),
  durationMs: field(z.nullable(z.int()), 'Duration of the last exchange in milliseconds.', 84),
};
const failed = { ...answered, willRetry: flag('Whether another attempt follows.', true) };

const ofDelivery = (
  fields: Parameters<typeof resourceData>[2],
  descriptions: Readonly<Record<string, string>>,
) =>
  resourceEvents(resourceData('delivery', 'organization', fields), descriptions).map((spec) => ({
    ...spec,
    clientBroadcast: true,
  }));

export const events = [
  ...inboundEvents,
  ...resourceEvents(changed, {
    'webhooks.webhook.created': 'A webhook was created.',
    'webhooks.webhook.updated': 'A webhook was changed.',
    'webhooks.webhook.deleted': 'A webhook was deleted.',
  }),
  ...resourceEvents(disabled, {
    'webhooks.webhook.disabled':
      'The service disabled a webhook, because its receiver returned 410 or failed too often.',
  }).map((spec) => ({ ...spec, clientBroadcast: true })),
  ...resourceEvents(replay, {
    'webhooks.webhook.replay_started': 'Events of the log are sent to a webhook again.',
  }),
  ...resourceEvents(changed, { 'webhooks.secret.rotated': 'The signing secret of a webhook was rotated.' }),
  ...ofDelivery(delivery, { 'webhooks.delivery.enqueued': 'A delivery was queued.' }),
  ...resourceEvents(resourceData('delivery', 'organization', requested), {
    'webhooks.delivery.requested':
      'An attempt of a delivery was requested: the first one of a rule’s request, or a manual retry.',
  }),
  ...ofDelivery(answered, {
    'webhooks.delivery.succeeded': 'A delivery was accepted by its receiver.',
    'webhooks.delivery.exhausted': 'A delivery was abandoned: refused, or out of attempts.',
    'webhooks.delivery.loop_detected':
      'A delivery was refused because its message had returned to the platform a second time.',
  }),
  ...ofDelivery(failed, {
    'webhooks.delivery.failed': 'An attempt failed, or a delivery could not be sent.',
  }),
];
