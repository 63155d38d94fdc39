import { toIso } from '../../kernel/base/times.ts';
import {
  both,
  continued,
  idMadeBy,
  madeBy,
  sample,
  sampleAfter,
  shownAs,
} from '../../kernel/samples/sample.ts';
import * as deliveryContract from './deliveries/delivery-contract.ts';
import * as replayContract from './deliveries/replay-contract.ts';
import * as seriesContract from './deliveries/series-contract.ts';
import * as statsContract from './deliveries/stats-contract.ts';
import * as bulkContract from './endpoints/bulk-contract.ts';
import * as catalogueContract from './endpoints/catalogue-contract.ts';
import * as webhookContract from './endpoints/webhook-contract.ts';

/** Samples must not send to the internet: the actual URL has a port without a server. */
const receiver = shownAs({ url: 'https://example.com/hooks/orders' }, () => ({ url: 'http://127.0.0.1:9/' }));

const createWebhook = sampleAfter(receiver, webhookContract.createWebhook, {
  request: ({ url }) => ({ body: { name: 'Order updates', url, subscribedEvents: ['sales.*'] } }),
  events: ['webhooks.webhook.created'],
});
const webhook = idMadeBy(createWebhook);
/** Its deliveries end immediately, without a request to the receiver. */
const inactive = continued(webhook, (client, params) =>
  client.call(webhookContract.updateWebhook, { params, body: { isActive: false } }),
);

const testWebhook = sampleAfter(inactive, deliveryContract.testWebhook, {
  request: (params) => ({ params, body: {} }),
  events: ['webhooks.delivery.enqueued', 'webhooks.delivery.failed'],
});
const delivery = madeBy(testWebhook, ({ delivery }) => ({ id: String(Object(delivery).id) }));

const hourMs = 3_600_000;
/** Documents show no time range, because fixed dates would soon be too old. */
const outage = shownAs<{ since?: string; until?: string }>({}, () => ({
  since: toIso(Date.now() - hourMs),
  until: toIso(Date.now()),
}));

const lastHour = shownAs({ from: '2026-03-01T08:00:00.000Z' }, () => ({ from: toIso(Date.now() - hourMs) }));

export const webhookSamples = [
  sample(catalogueContract.listWebhookEvents),
  sample(deliveryContract.listDeliveries),
  sampleAfter(delivery, deliveryContract.getDelivery, { request: (params) => ({ params }) }),
  sampleAfter(delivery, deliveryContract.retryDelivery, {
    request: (params) => ({ params }),
    events: ['webhooks.delivery.enqueued'],
  }),
  testWebhook,
  sampleAfter(webhook, statsContract.getWebhookStats, { request: (params) => ({ params }) }),
  sampleAfter(webhook, seriesContract.getWebhookSeries, { request: (params) => ({ params }) }),
  sampleAfter(both(webhook, outage), replayContract.recoverWebhook, {
    request: ({ id, ...body }) => ({ params: { id }, body }),
    events: ['webhooks.webhook.replay_started', 'progress.job.created'],
  }),
  sampleAfter(both(webhook, lastHour), replayContract.replayWebhook, {
    request: ({ id, from }) => ({ params: { id }, body: { from } }),
    events: ['webhooks.webhook.replay_started', 'progress.job.created'],
  }),
  sample(webhookContract.listWebhooks),
  createWebhook,
  sampleAfter(webhook, webhookContract.getWebhook, { request: (params) => ({ params }) }),
  sampleAfter(webhook, webhookContract.updateWebhook, {
    request: (params) => ({ params, body: { isActive: false } }),
    events: ['webhooks.webhook.updated'],
  }),
  sampleAfter(webhook, webhookContract.deleteWebhook, {
    request: (params) => ({ params }),
    events: ['webhooks.webhook.deleted'],
  }),
  sampleAfter(webhook, bulkContract.bulkUpdateWebhooks, {
    request: ({ id }) => ({ body: { ids: [id], isActive: false } }),
    events: ['webhooks.webhook.updated'],
  }),
  sampleAfter(webhook, bulkContract.bulkDeleteWebhooks, {
    request: ({ id }) => ({ body: { ids: [id] } }),
    events: ['webhooks.webhook.deleted'],
  }),
  sampleAfter(webhook, webhookContract.rotateWebhookSecret, {
    request: (params) => ({ params, body: {} }),
    events: ['webhooks.secret.rotated'],
  }),
];
