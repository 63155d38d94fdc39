import { signatures } from '../../shared/modules/webhooks/deliveries/sign.ts';
import { receiverSteps } from './receiver.ts';
import type { Tour } from './tour.ts';

/** Events are sent to other systems, and the log shows each delivery. */
export async function webhookSteps(tour: Tour): Promise<void> {
  const { access, chapter, sample, step, tag } = tour;
  chapter('Webhooks');
  const key = 'acmeAdmin';
  await step('List the event types', {
    method: 'GET',
    path: '/api/webhooks/events',
    key,
    expect: 200,
    show: ({ total }) => ({ total }),
  });
  const webhook = await sample(
    'Create a webhook for all events of orders; its secret is returned only once',
    'createWebhook',
    { key, show: ({ id, secret }) => ({ id, secret }) },
  );
  const path = `/api/webhooks/${webhook.id}`;
  await step('Send a test delivery and read its result; this machine may have no internet access', {
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
  await step('Deliver only orders above 100 from now on', {
    method: 'PUT',
    path,
    key,
    expect: 200,
    body: { condition: { field: 'data.total', operator: '>', value: 100 } },
    show: ({ condition }) => condition,
  });
  await step('Test the condition with an order of 70', {
    method: 'POST',
    path: `${path}/test`,
    key,
    expect: 200,
    body: { eventType: 'sales.order.created', payload: { total: 70 } },
    show: ({ condition }) => condition,
  });
  await step('The log stores every attempt', {
    method: 'GET',
    path: `/api/webhooks/deliveries?webhookId=${webhook.id}`,
    key,
    expect: 200,
    show: ({ total }) => ({ total }),
  });
  await step('Rotate the secret; the old one also signs for an hour', {
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
  await step("Receive a provider's signed message, which is verified and becomes an event", {
    ...message,
    headers,
    expect: 200,
    show: (answer) => answer,
  });
  await step('A forged message is refused', {
    ...message,
    headers: { ...headers, 'webhook-id': `${id}_forged` },
    expect: 401,
    show: ({ error }) => error,
  });
  await step('Deleted', { method: 'DELETE', path, key, expect: 200 });
  await receiverSteps(tour);
}
