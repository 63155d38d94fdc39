import { describe, expect, it } from 'vitest';
import { aSibling, aTenant } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  decidedDelivery,
  deliveriesOnce,
  eventType,
  listDeliveries,
  publish,
  readWebhook,
  verified,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { useReceivers } from '../../support/clients/sinks.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const aSink = useReceivers();

describe('an event', () => {
  it('reaches the webhooks that subscribe to it, signed, in the documented envelope', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const exact = await aWebhook(owner, { customHeaders: { 'X-Api-Key': 'abc' } }, sink);
    const { tenantId, organizationId } = owner;
    await aWebhook(owner, { subscribedEvents: ['sales.order.created', 'auth.*'] }, sink);
    await publish(owner, { carrier: 'DHL', nested: { list: [1, 'zwei', null] } });
    const [request] = await sink.waitFor(1);
    if (request === undefined) throw new Error('nothing arrived');
    expect(verified(exact.secret, request)).toEqual({
      type: eventType,
      timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/),
      data: { carrier: 'DHL', nested: { list: [1, 'zwei', null] }, tenantId, organizationId },
    });
    expect(request).toMatchObject({ method: 'POST', path: '/hook' });
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'x-api-key': 'abc',
      'user-agent': expect.stringContaining('Platform-Modules'),
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    });

    const delivery = await decidedDelivery(owner, exact.id);
    expect(delivery).toMatchObject({
      status: 'delivered',
      webhookName: 'Order updates',
      eventType,
      messageId: request.headers['webhook-id'],
      responseStatus: 200,
      responseBody: 'answer 1',
      responseHeaders: { 'content-type': 'text/plain' },
      errorMessage: null,
      attemptNumber: 1,
      maxAttempts: 10,
      nextRetryAt: null,
      targetUrl: `${sink.url}/hook`,
      attempts: [{ attemptNumber: 1, outcome: 'delivered', responseStatus: 200, responseBody: 'answer 1' }],
    });
    expect(delivery.payload).toEqual(JSON.parse(request.body));
    expect(sink.requests).toHaveLength(1);
    const { items, total } = await listDeliveries(owner);
    expect(items).toMatchObject([{ id: delivery.id, webhookName: 'Order updates' }]);
    expect(total).toBe(1);
    expect(await readWebhook(owner, exact.id)).toMatchObject({
      consecutiveFailures: 0,
      lastSuccessAt: expect.any(String),
      lastFailureAt: null,
    });
  });

  it('of the platform is delivered to module and wildcard patterns', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id } = await aWebhook(owner, { subscribedEvents: ['entities.*'], httpMethod: 'PUT' }, sink);
    const all = await aWebhook(owner, { subscribedEvents: ['*'], httpMethod: 'PATCH' }, sink);
    await owner.api.post('/api/entities/definitions', {
      body: { entityType: 'sales.order', key: 'priority', kind: 'text' },
    });
    await decidedDeliveries(owner, id);
    const type = 'entities.definition.created';
    await deliveriesOnce(owner, all.id, (row) => row.eventType === type && row.status === 'delivered');
    const told = sink.requests.filter(({ body }) => JSON.parse(body).type === type);
    expect(told.map(({ method }) => method).sort()).toEqual(['PATCH', 'PUT']);
  });

  it('is delivered to webhooks of its own organization only; one of the whole tenant to all', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const stranger = await aTenant();
    const sink = await aSink();
    const subscribedEvents = [eventType, 'auth.role.created'];
    const webhooks = await Promise.all(
      [north, south, stranger].map((caller) => aWebhook(caller, { subscribedEvents }, sink)),
    );
    const [ofNorth, ofSouth, ofStranger] = webhooks.map(({ id }) => id);
    await publish(north);
    await north.api.post('/api/auth/roles', { body: { name: 'support' } });
    await decidedDeliveries(north, ofNorth ?? '', 2);
    const [delivery] = await decidedDeliveries(south, ofSouth ?? '', 1);
    expect(delivery?.eventType).toBe('auth.role.created');
    expect((await listDeliveries(stranger)).total).toBe(0);
    expect(ofStranger).toBeDefined();
  });

  it('published twice under one id is delivered once', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner, { n: 1 }, { id: 'shipment-1' });
    await publish(owner, { n: 1 }, { id: 'shipment-1' });
    await publish(owner, { n: 2 });
    await decidedDeliveries(owner, id, 2);
    expect(sink.requests.map(({ body }) => JSON.parse(body).data.n).sort()).toEqual([1, 2]);
  });
});

describe('rotation', () => {
  it('signs with each secret until its own end', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id, secret } = await aWebhook(owner, {}, sink);
    const rotate = async (body?: object) => {
      const answer = await owner.api.post<{ secret: string }>(`${webhookPath(id)}/rotate-secret`, { body });
      return answer.body.secret;
    };
    const second = await rotate();
    await publish(owner);
    const [dual] = await sink.waitFor(1);
    if (dual === undefined) throw new Error('nothing arrived');
    expect(dual.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const one of [secret, second]) verified(one, dual);
    const third = await rotate({ gracePeriodSeconds: 0 });
    await publish(owner);
    const [, later] = await sink.waitFor(2);
    if (later === undefined) throw new Error('nothing arrived');
    // The second secret has ended at once; the first keeps the day that its rotation gave it.
    expect(later.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const one of [secret, third]) verified(one, later);
  });
});

describe('a rate limit', () => {
  it('delays deliveries without failing or losing them', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id } = await aWebhook(owner, { rateLimitPerMinute: 1 }, sink);
    for (const n of [1, 2, 3, 4]) await publish(owner, { n });
    // At most one in this minute, and one more if the minute ends meanwhile; the others have their slots.
    const rows = await deliveriesOnce(
      owner,
      id,
      (row) => row.nextRetryAt !== null || row.status === 'delivered',
      4,
    );
    const held = rows.filter(({ status }) => status === 'pending');
    expect(held.length).toBeGreaterThanOrEqual(2);
    expect(new Set(held.map(({ nextRetryAt }) => nextRetryAt)).size).toBe(held.length);
    for (const { attemptNumber, errorMessage } of held)
      expect([attemptNumber, errorMessage]).toEqual([0, null]);
  });
});
