import {
  both,
  continued,
  idMadeBy,
  madeBy,
  sample,
  sampleAfter,
  shownAs,
} from '../../kernel/samples/sample.ts';
import { toIso } from '../../kernel/text/times.ts';
import * as contract from './contract.ts';

/** No sample sends to a server on the internet: nothing listens at the port that is really used. */
const receiver = shownAs({ url: 'https://example.com/hooks/orders' }, () => ({ url: 'http://127.0.0.1:9/' }));

const createWebhook = sampleAfter(receiver, contract.createWebhook, {
  request: ({ url }) => ({ body: { name: 'Order updates', url, subscribedEvents: ['sales.*'] } }),
  events: ['webhooks.webhook.created'],
});
const webhook = idMadeBy(createWebhook);
/** Its deliveries end at once, without a request to the receiver. */
const inactive = continued(webhook, (client, params) =>
  client.call(contract.updateWebhook, { params, body: { isActive: false } }),
);

const testWebhook = sampleAfter(inactive, contract.testWebhook, {
  request: (params) => ({ params, body: {} }),
  events: ['webhooks.delivery.enqueued', 'webhooks.delivery.failed'],
});
const delivery = madeBy(testWebhook, ({ delivery }) => ({ id: String(Object(delivery).id) }));

const hourMs = 3_600_000;
/** Documents show no window: one of a fixed day would soon be too old. */
const outage = shownAs<{ since?: string; until?: string }>({}, () => ({
  since: toIso(Date.now() - hourMs),
  until: toIso(Date.now()),
}));

export const webhookSamples = [
  sample(contract.listWebhookEvents),
  sample(contract.listDeliveries),
  sampleAfter(delivery, contract.getDelivery, { request: (params) => ({ params }) }),
  sampleAfter(delivery, contract.retryDelivery, {
    request: (params) => ({ params }),
    events: ['webhooks.delivery.enqueued'],
  }),
  testWebhook,
  sampleAfter(webhook, contract.getWebhookStats, { request: (params) => ({ params }) }),
  sampleAfter(webhook, contract.getWebhookSeries, { request: (params) => ({ params }) }),
  sampleAfter(both(webhook, outage), contract.recoverWebhook, {
    request: ({ id, ...body }) => ({ params: { id }, body }),
    events: ['webhooks.webhook.recovery_started'],
  }),
  sample(contract.listWebhooks),
  createWebhook,
  sampleAfter(webhook, contract.getWebhook, { request: (params) => ({ params }) }),
  sampleAfter(webhook, contract.updateWebhook, {
    request: (params) => ({ params, body: { isActive: false } }),
    events: ['webhooks.webhook.updated'],
  }),
  sampleAfter(webhook, contract.deleteWebhook, {
    request: (params) => ({ params }),
    events: ['webhooks.webhook.deleted'],
  }),
  sampleAfter(webhook, contract.bulkUpdateWebhooks, {
    request: ({ id }) => ({ body: { ids: [id], isActive: false } }),
    events: ['webhooks.webhook.updated'],
  }),
  sampleAfter(webhook, contract.bulkDeleteWebhooks, {
    request: ({ id }) => ({ body: { ids: [id] } }),
    events: ['webhooks.webhook.deleted'],
  }),
  sampleAfter(webhook, contract.rotateWebhookSecret, {
    request: (params) => ({ params, body: {} }),
    events: ['webhooks.secret.rotated'],
  }),
];
