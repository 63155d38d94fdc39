import { signatures } from '../../shared/modules/webhooks/deliveries/sign.ts';
import { receiverSteps } from './receiver.ts';
import type { Tour } from './tour.ts';

/** Events are sent to other systems, and the log shows each delivery. */
export async function webhookSteps(tour: Tour): Promise<void> {
  const { access, chapter, sample, step, tag } = tour;
  chapter('Webhooks');
  const key = 'acmeAdmin';
  await step('What can be subscribed to', {
    method: 'GET',
    path: '/api/webhooks/events',
    key,
    expect: 200,
    show: ({ total }) => ({ total }),
  });
  const webhook = await sample(
    'A webhook for all events of orders; its secret is shown this once',
    'createWebhook',
    { key, show: ({ id, secret }) => ({ id, secret }) },
  );
  const path = `/api/webhooks/${webhook.id}`;
  await step('A test delivery, and what came of it: there may be no way out of this machine', {
    method: 'POST',
    path: `${path}/test`,
    key,
    expect: 200,
    body: {},
    show: ({ delivery }) => {
      const { status, responseStatus, errorMessage } = delivery as Record<string, unknown>;
      return { status, responseStatus, errorMessage };
    },
  });
  await step('Only orders above 100 are to be delivered from now on', {
    method: 'PUT',
    path,
    key,
    expect: 200,
    body: { condition: { field: 'data.total', operator: '>', value: 100 } },
    show: ({ condition }) => condition,
  });
  await step('A test says what the condition would make of an order of 70', {
    method: 'POST',
    path: `${path}/test`,
    key,
    expect: 200,
    body: { eventType: 'sales.order.created', payload: { total: 70 } },
    show: ({ condition }) => condition,
  });
  await step('The log keeps every attempt', {
    method: 'GET',
    path: `/api/webhooks/deliveries?webhookId=${webhook.id}`,
    key,
    expect: 200,
    show: ({ total }) => ({ total }),
  });
  await step('A new secret; the old one goes on signing for an hour', {
    method: 'POST',
    path: `${path}/rotate-secret`,
    key,
    expect: 200,
    body: { gracePeriodSeconds: 3_600 },
    show: ({ previousSecretExpiresAt }) => ({ previousSecretExpiresAt }),
  });
  const { endpointId, secret } = access.inbound?.standard_webhooks ?? { endpointId: '', secret: '' };
  const body = JSON.stringify({ type: 'invoice.paid', number: tag });
  const [id, sentAt] = [`msg_${tag}`, String(Math.floor(Date.now() / 1_000))];
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': sentAt,
    'webhook-signature': signatures([secret], id, Number(sentAt), body),
  };
  const message = { method: 'POST', path: `/api/webhooks/inbound/${endpointId}`, body: JSON.parse(body) };
  await step('A message of a provider comes in, signed; it is verified and becomes an event', {
    ...message,
    headers,
    expect: 200,
    show: (answer) => answer,
  });
  await step('A forged one is refused', {
    ...message,
    headers: { ...headers, 'webhook-id': `${id}_forged` },
    expect: 401,
    show: ({ error }) => error,
  });
  await step('Deleted', { method: 'DELETE', path, key, expect: 200 });
  await receiverSteps(tour);
}
