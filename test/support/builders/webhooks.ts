/** Helpers for tests of webhooks: a webhook of a caller, an event, and its deliveries. */
import { Webhook as Verifier } from 'standardwebhooks';
import { inject } from 'vitest';
import type { Delivery, DeliveryRow } from '../../../shared/modules/webhooks/deliveries/delivery-contract.ts';
import type { Webhook } from '../../../shared/modules/webhooks/endpoints/webhook-contract.ts';
import { bodyOf, type Page } from '../clients/api.ts';
import { eventually } from '../clients/eventually.ts';
import type { Sink, SinkRequest } from '../clients/sink.ts';
import type { TestCaller } from './tenants.ts';

export const webhooksPath = '/api/webhooks';
export const deliveriesPath = `${webhooksPath}/deliveries`;
export const webhookPath = (id: string): string => `${webhooksPath}/${id}`;

/** The event type that tests publish, and to which webhooks of `aWebhook` subscribe. */
export const eventType = 'sales.order.shipped';

export const readWebhook = async ({ api }: TestCaller, id: string) =>
  (await api.get<Webhook>(webhookPath(id))).body;

export type NewWebhook = Webhook & { secret: string };

export function aWebhookBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Order updates',
    url: 'https://example.com/hooks/orders',
    subscribedEvents: [eventType],
    ...overrides,
  };
}

/** Creates a webhook over HTTP, with the URL of `sink` if given. */
export async function aWebhook(
  { api }: TestCaller,
  overrides: Record<string, unknown> = {},
  sink?: Sink,
): Promise<NewWebhook> {
  const body = aWebhookBody({ ...(sink && { url: `${sink.url}/hook` }), ...overrides });
  return bodyOf(api.post<NewWebhook>(webhooksPath, { body }), 201);
}

/** Publishes an event of the caller's organization. */
export async function publish(
  { api }: TestCaller,
  data: Record<string, unknown> = { carrier: 'DHL' },
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { type: eventType, data, ...more };
  return String((await bodyOf(api.post('/api/events', { body }), 202)).id);
}

export type DeliveryPage = Page<DeliveryRow>;

/** One page of the log; `query` without the question mark. */
export const listDeliveries = ({ api }: TestCaller, query = '') =>
  bodyOf(api.get<DeliveryPage>(`${deliveriesPath}?${query}`));

export const getDelivery = ({ api }: TestCaller, id: string) =>
  bodyOf(api.get<Delivery>(`${deliveriesPath}/${id}`));

/** Waits until a webhook has `count` deliveries that all fulfil `isDone`. */
export async function deliveriesOnce(
  caller: TestCaller,
  webhookId: string,
  isDone: (delivery: DeliveryRow) => boolean,
  count = 1,
): Promise<DeliveryRow[]> {
  return eventually(`${count} deliveries that match`, async () => {
    const { items } = await listDeliveries(caller, `webhookId=${webhookId}`);
    return items.filter(isDone).length === count ? items : undefined;
  });
}

const decided = new Set(['delivered', 'failed', 'expired']);

/** Waits until the deliveries of a webhook are finished. */
export function decidedDeliveries(caller: TestCaller, webhookId: string, count = 1): Promise<DeliveryRow[]> {
  return deliveriesOnce(caller, webhookId, ({ status }) => decided.has(status), count);
}

/** Waits until the only delivery of a webhook is finished, and returns its details. */
export async function decidedDelivery(caller: TestCaller, webhookId: string): Promise<Delivery> {
  const [row] = await decidedDeliveries(caller, webhookId);
  return getDelivery(caller, row?.id ?? '');
}

/** Verifies the body with the reference implementation of the standard. Throws for a wrong signature. */
export function verified(secret: string, { headers, body }: SinkRequest): unknown {
  return new Verifier(secret).verify(body, headers);
}

/** Runs every one-time schedule whose name begins with the prefix; returns their number. */
export async function fireSchedules(namePrefix: string): Promise<number> {
  const url = `${inject('controlUrl')}/schedules`;
  const { schedules } = (await (await fetch(url)).json()) as { schedules: { name: string }[] };
  const due = schedules.filter(({ name }) => name.startsWith(namePrefix));
  for (const { name } of due) {
    await fetch(`${url}/run`, { method: 'POST', body: JSON.stringify({ name }) });
  }
  return due.length;
}
