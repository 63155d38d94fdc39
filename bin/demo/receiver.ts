/** A webhook receiver: a small local server receives the message of an event and verifies its signature. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Tour } from './tour.ts';

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A server that stores requests; `next` waits for the first one. */
async function startReceiver() {
  const got = Promise.withResolvers<Received>();
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    got.resolve({ headers, body: await text(request) });
    response.end('thanks');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    next: () => got.promise,
    stop: () => server.close(),
  };
}

function isSigned(secret: string, headers: Record<string, string>, body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/**
 * Sends a signed event to the receiver. Where private addresses are refused (the default), shows the refusal and sends
 * nothing.
 */
export async function receiverSteps({ as, call, refused, tag }: Tour): Promise<void> {
  const admin = as('acmeAdmin');
  const receiver = await startReceiver();
  try {
    const make = () =>
      admin.POST('/api/webhooks', {
        body: { name: `Local receiver ${tag}`, url: receiver.url, subscribedEvents: ['demo.order.shipped'] },
      });
    const { data: webhook } = await make();
    if (webhook === undefined) {
      await refused(
        'A receiver on this machine is refused, unless ALLOW_PRIVATE_WEBHOOKS=true npm start',
        400,
        make,
        ({ details }) => details,
      );
      return;
    }
    await call('Create an event', () =>
      admin.POST('/api/events', { body: { type: 'demo.order.shipped', data: { id: `SO-${tag}` } } }),
    );
    const { headers, body } = await receiver.next();
    const isGenuine = isSigned(webhook.secret, headers, body);
    await call(
      `${receiver.url} received it; its signature is ${isGenuine ? 'valid' : 'INVALID'}`,
      () => admin.GET('/api/webhooks/deliveries', { params: { query: { webhookId: webhook.id } } }),
      {
        again: ({ items }) => items[0]?.status !== 'delivered',
        show: ({ items }) => [headers['webhook-signature'], items[0]?.status],
      },
    );
    if (!isGenuine) throw new Error('The signature of the message is invalid.');
    await call('Disable it; its deliveries stay in the console', () =>
      admin.PUT('/api/webhooks/{id}', { params: { path: { id: webhook.id } }, body: { isActive: false } }),
    );
  } finally {
    receiver.stop();
  }
}
