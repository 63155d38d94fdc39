/** The other side of a webhook: a small server here gets the message of an event, and verifies its signature. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Tour } from './tour.ts';

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A server that keeps what comes; `next` waits for the first message. */
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
 * An event reaches the receiver, signed. Where private addresses are refused, which is the default and shown as such,
 * nothing is sent.
 */
export async function receiverSteps({ as, call, refused, tag }: Tour): Promise<void> {
  const admin = as('acmeAdmin');
  const receiver = await startReceiver();
  try {
    const make = () =>
      admin.POST('/api/webhooks', {
        body: { name: `Here ${tag}`, url: receiver.url, subscribedEvents: ['demo.order.shipped'] },
      });
    const { data: webhook } = await make();
    if (webhook === undefined) {
      await refused(
        'A receiver on this machine: refused, unless ALLOW_PRIVATE_WEBHOOKS=true npm start',
        400,
        make,
        ({ details }) => details,
      );
      return;
    }
    await call('An event of our own happens', () =>
      admin.POST('/api/events', { body: { type: 'demo.order.shipped', data: { id: `SO-${tag}` } } }),
    );
    const { headers, body } = await receiver.next();
    const isGenuine = isSigned(webhook.secret, headers, body);
    await call(
      `It came to ${receiver.url}, signed; the signature is ${isGenuine ? 'genuine' : 'WRONG'}`,
      () => admin.GET('/api/webhooks/deliveries', { params: { query: { webhookId: webhook.id } } }),
      {
        again: ({ items }) => items[0]?.status !== 'delivered',
        show: ({ items }) => [headers['webhook-signature'], items[0]?.status],
      },
    );
    if (!isGenuine) throw new Error('The signature of the message is wrong.');
    await call('Deleted', () => admin.DELETE('/api/webhooks/{id}', { params: { path: { id: webhook.id } } }));
  } finally {
    receiver.stop();
  }
}
