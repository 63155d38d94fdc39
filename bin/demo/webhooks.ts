import { signatures } from '../../shared/webhooks/sign.ts';
import type { Tour } from './tour.ts';

/** Others are told of events, and everybody can see what came of it. */
export async function webhookSteps({ access, chapter, step, tag }: Tour): Promise<void> {
  chapter('Webhooks');
  const key = 'acmeAdmin';
  await step('What can be subscribed to', {
    method: 'GET',
    path: '/api/webhooks/events',
    key,
    expect: 200,
    show: ({ total }) => ({ total }),
  });
  const webhook = await step('A webhook for all events of orders; its secret is shown this once', {
    method: 'POST',
    path: '/api/webhooks',
    key,
    expect: 201,
    body: { name: 'Order updates', url: 'https://example.com/hooks/orders', subscribedEvents: ['sales.*'] },
    show: ({ id, secret }) => ({ id, secret }),
  });
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
  await step('Private addresses are refused, so that nobody explores the network from inside', {
    method: 'PUT',
    path,
    key,
    expect: 400,
    body: { url: 'http://169.254.169.254.nip.internal/latest/meta-data' },
    show: ({ details }) => details,
  });
  const { endpointId, secret } = access.inbound?.standard_webhooks ?? { endpointId: '', secret: '' };
  const body = JSON.stringify({ type: 'invoice.paid', number: tag });
  const [id, sentAt] = [`msg_${tag}`, String(Math.floor(Date.now() / 1_000))];
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': sentAt,
    'webhook-signature': signatures([secret], id, Number(sentAt), body),
  };
  await step('A message of a provider comes in, signed; it becomes an event', {
    method: 'POST',
    path: `/api/webhooks/inbound/${endpointId}`,
    headers,
    body: JSON.parse(body),
    expect: 200,
    show: (answer) => answer,
  });
  await step('Deleted', { method: 'DELETE', path, key, expect: 200 });
}
