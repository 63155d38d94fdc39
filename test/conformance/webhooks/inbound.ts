/** Conformance cases of inbound endpoints: messages that providers sign. */
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { anEndpoint, endpointsPath, rawSecret, receive, signed } from '../../support/clients/inbound.ts';
import { casesOf } from '../support/conformance.ts';
import { aReceiver } from '../support/receivers.ts';
import { aCaller, aSibling, aSuperAdmin, aTenant, aTenantWithEvents, theCaller } from '../support/stage.ts';

const { proves } = casesOf('webhooks');

const unknownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const form = 'application/x-www-form-urlencoded';

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
const accepted = { ok: true };
const repeated = { ok: true, duplicate: true };

proves('inbound-event', async () => {
  const owner = await aTenantWithEvents();
  const sink = await aReceiver(owner);
  await aWebhook(owner, { subscribedEvents: ['inbound.*'] }, sink);
  const { id, secret, path: receiver } = await anEndpoint(owner);
  expect(receiver).toBe(`/api/webhooks/inbound/${id}`);
  const first = signed(secret, '{"type":"invoice.paid","amount":12}', 'msg_1');
  expect((await receive(id, first)).body).toEqual(accepted);
  expect((await receive(id, first)).body).toEqual(repeated);
  await receive(id, signed(secret, '{"type":"invoice.lost"}', 'msg_2'));
  const told = await eventually('both events', async () => {
    const bodies = sink.requests.map(({ body }) => JSON.parse(body));
    const messages = bodies.filter(({ type }) => !type.startsWith('inbound.endpoint.'));
    return messages.length >= 2 ? messages : undefined;
  });
  const { tenantId, organizationId } = owner;
  expect(told).toHaveLength(2);
  expect(told.find(({ type }) => type === 'inbound.standard_webhooks.invoice_paid')).toMatchObject({
    data: {
      ...{ endpointId: id, providerKey: 'standard_webhooks', messageId: 'msg_1', eventType: 'invoice.paid' },
      ...{ payload: { type: 'invoice.paid', amount: 12 }, tenantId, organizationId },
    },
  });
});

proves('inbound-before-webhook', async () => {
  const owner = await aTenantWithEvents();
  const { id, secret } = await anEndpoint(owner);
  await receive(id, signed(secret, '{"type":"early"}'));
  const sink = await aReceiver(owner);
  await aWebhook(owner, { subscribedEvents: ['inbound.*'] }, sink);
  await receive(id, signed(secret, '{"type":"late"}'));
  await sink.waitFor(1);
  expect(sink.requests.map(({ body }) => JSON.parse(body).data.eventType)).toEqual(['late']);
});

proves('inbound-same-bytes', async () => {
  const { id, secret } = await anEndpoint(await aCaller(), {
    providerKey: 'generic_hmac',
    secret: rawSecret,
  });
  expect(secret).toBe(rawSecret);
  const deliver = async (body: string) =>
    (await receive(id, { body, headers: { 'x-webhook-signature': hmac(rawSecret, body) } })).body;
  expect(await deliver('{"a":1}')).toEqual(accepted);
  expect(await deliver('{"a":1}')).toEqual(repeated);
  expect(await deliver('{"a":2}')).toEqual(accepted);
});

proves('inbound-signed-time', async () => {
  const settings = { timestampHeader: 'x-sent-at' };
  const { id } = await anEndpoint(await aCaller(), {
    ...{ providerKey: 'generic_hmac', secret: rawSecret, settings },
  });
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const deliver = async (sentAt: number) => {
    const body = '{"type":"ping"}';
    const signature = hmac(rawSecret, `${sentAt}.${body}`);
    const headers = { 'x-sent-at': String(sentAt), 'x-webhook-signature': signature };
    return (await receive(id, { body, headers })).body;
  };
  expect(await deliver(nowSeconds - 60)).toEqual(accepted);
  expect(await deliver(nowSeconds)).toEqual(accepted);
  expect(await deliver(nowSeconds)).toEqual(repeated);
});

proves('inbound-unsigned-id', async () => {
  const { id } = await anEndpoint(await aCaller(), { providerKey: 'github', secret: rawSecret });
  const body = '{"action":"opened","title":"Zürich \u{1f44b}"}\n';
  const deliver = async (delivery: string) => {
    const signature = { 'x-hub-signature-256': `sha256=${hmac(rawSecret, body)}` };
    const about = { 'content-type': 'application/x-unknown', 'x-github-event': 'issues' };
    return (await receive(id, { body, headers: { ...about, ...signature, 'x-github-delivery': delivery } }))
      .body;
  };
  expect(await deliver('1')).toEqual(accepted);
  expect(await deliver('2')).toEqual(repeated);
  expect(await deliver('')).toEqual(repeated);
});

proves(
  'inbound-payload',
  [
    ['github', 'application/json', '{"action":"opened"}', 200, undefined],
    ['github', form, 'payload=%7B%22action%22%3A%22opened%22%7D', 200, undefined],
    ['generic_hmac', 'application/json', '[{"eventId":1},{"eventId":2}]', 200, undefined],
    ['generic_hmac', 'application/json', '', 200, undefined],
    ['standard_webhooks', 'application/json', '[1]', 200, undefined],
    ['github', form, 'other=1', 400, 'invalid_input'],
    ['github', form, 'payload=x', 400, 'malformed_body'],
    ['generic_hmac', 'application/json', '{', 400, 'malformed_body'],
    ['standard_webhooks', 'text/xml', '<a/>', 415, 'unsupported_media_type'],
  ] as const,
  async ([providerKey, contentType, body, status, code]) => {
    const { id, secret } = await anEndpoint(await theCaller(), { providerKey });
    const standard = providerKey === 'standard_webhooks' ? secret : `whsec_${btoa(rawSecret)}`;
    const headers = {
      ...signed(standard, body).headers,
      ...{ 'content-type': contentType, 'x-github-event': 'issues' },
      'x-hub-signature-256': `sha256=${hmac(secret, body)}`,
      'x-webhook-signature': hmac(secret, body),
    };
    const answer = await receive(id, { body, headers });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    const forged = { 'x-hub-signature-256': 'sha256=0', 'x-webhook-signature': '0', 'webhook-signature': '' };
    expect((await receive(id, { body, headers: { ...headers, ...forged } })).status).toBe(401);
  },
);

proves(
  'inbound-signature',
  [
    { 'webhook-signature': `v1,${Buffer.from('wrong').toString('base64')}` },
    { 'webhook-signature': '' },
    { 'webhook-timestamp': '1700000000' },
    { 'webhook-id': 'msg_other' },
  ],
  async (changed) => {
    const { id, secret } = await anEndpoint(await aCaller());
    const { body, headers } = signed(secret, '{}');
    const answer = await receive(id, { body, headers: { ...headers, ...changed } });
    expect([answer.status, answer.body.code]).toEqual([401, 'signature_invalid']);
    expect((await receive(id, { body, headers })).body).toEqual(accepted);
  },
);

proves('inbound-unknown', [unknownId, 'standard_webhooks', 'x'.repeat(300)], async (id) => {
  const { status, body } = await receive(id, { body: '{}' });
  expect([status, body.error]).toEqual([404, 'Webhook endpoint not found.']);
});

proves('inbound-closed', async () => {
  const { api, ...owner } = await aCaller();
  const { id, secret } = await anEndpoint({ api, ...owner });
  const status = async () => (await receive(id, signed(secret, '{}'))).status;
  await api.put(`${endpointsPath}/${id}`, { body: { isActive: false } });
  expect(await status()).toBe(404);
  await api.put(`${endpointsPath}/${id}`, { body: { isActive: true } });
  expect(await status()).toBe(200);
  await api.delete(`${endpointsPath}/${id}`);
  expect(await status()).toBe(404);
});

proves('inbound-closed-owner', ['tenants', 'organizations'], async (what) => {
  const owner = await aTenant();
  const { id, secret } = await anEndpoint(owner);
  const { api } = await aSuperAdmin();
  const body = { id: what === 'tenants' ? owner.tenantId : owner.organizationId, isActive: false };
  const closed = await api.put(`/api/directory/${what}?tenantId=${owner.tenantId}`, { body });
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  expect((await receive(id, signed(secret, '{}'))).status).toBe(404);
  expect((await receive(id, { body: '{}' })).status).toBe(404);
});

proves('inbound-too-large', async () => {
  const { id, secret } = await anEndpoint(await aCaller());
  const body = JSON.stringify({ type: 'a', text: 'x'.repeat(262_144) });
  expect((await receive(id, signed(secret, body))).status).toBe(413);
});

/** Sends until one is refused: the minute may end meanwhile; then the next one is used up. */
async function statusesUntil429(deliver: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let batch = 0; batch < 3 && !statuses.includes(429); batch++) {
    const answers = await Promise.all(Array.from({ length: 61 }, deliver));
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses).toContain(429);
  return statuses;
}

proves('inbound-refused-per-minute', async () => {
  const owner = await aCaller();
  const [{ id, secret }, other] = [await anEndpoint(owner), await anEndpoint(owner)];
  const statuses = await statusesUntil429(() => receive(id, { body: '{}' }));
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(60);
  expect((await receive(other.id, { body: '{}' })).status).toBe(401);
  expect((await receive(id, signed(secret, '{}'))).body).toEqual(accepted);
});

proves('inbound-per-minute', async () => {
  const owner = await aCaller();
  const [{ id, secret }, other] = [await anEndpoint(owner), await anEndpoint(owner)];
  const statuses = await statusesUntil429(() => receive(id, signed(secret, '{}')));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(60);
  expect((await receive(other.id, signed(other.secret, '{}'))).status).toBe(200);
});

proves('inbound-switched-off', async () => {
  const owner = await aCaller();
  const { id, secret } = await anEndpoint(owner);
  await owner.api.put('/api/integrations/webhook_custom/state', { body: { isEnabled: false } });
  const answer = await receive(id, signed(secret, '{}'));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '300']);
  expect(answer.body).toMatchObject({ error: 'Custom Webhooks integration is disabled' });
  expect((await receive(id, { body: '{}' })).status).toBe(401);
});

proves('inbound-secret-once', async () => {
  const { api, ...owner } = await aCaller();
  const { id, secret } = await anEndpoint({ api, ...owner });
  expect(secret).toMatch(/^whsec_/);
  const { body } = await api.get(`${endpointsPath}/${id}`);
  expect(body).toMatchObject({ id, providerKey: 'standard_webhooks', settings: {}, isActive: true });
  const list = await api.get(`${endpointsPath}?providerKey=standard_webhooks`);
  expect(list.body).toMatchObject({ total: 1, items: [body] });
  expect(JSON.stringify(list.body)).not.toContain(secret);
});

proves('inbound-new-secret', async () => {
  const owner = await aCaller();
  const { id, secret } = await anEndpoint(owner);
  const { body } = await owner.api.post<{ secret: string }>(`${endpointsPath}/${id}/rotate-secret`);
  expect((await receive(id, signed(secret, '{}'))).status).toBe(401);
  expect((await receive(id, signed(body.secret, '{}'))).status).toBe(200);
});

proves(
  'inbound-settings',
  [
    ['providerKey', { providerKey: 'paypal' }],
    ['secret', { secret: 'not base64 at all' }],
    ['secret', { providerKey: 'github', secret: 'x'.repeat(23) }],
    ['secret', { secret: `whsec_${btoa('x'.repeat(23))}` }],
    ['settings.a', { providerKey: 'github', settings: { a: 'b' } }],
    ['settings.idHeader', { providerKey: 'generic_hmac', settings: { idHeader: 'x id' } }],
  ] as const,
  async ([field, overrides]) => {
    const { api } = await theCaller();
    const body = { name: 'Provider', providerKey: 'standard_webhooks', ...overrides };
    const answer = await api.post(endpointsPath, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual(expect.objectContaining({ field }));
  },
);

proves('inbound-one-field', async () => {
  const owner = await aCaller();
  const settings = { idHeader: 'x-id' };
  const { secret: _, ...before } = await anEndpoint(owner, { providerKey: 'generic_hmac', settings });
  const { body } = await owner.api.put(`${endpointsPath}/${before.id}`, { body: { name: 'New' } });
  expect(body).toEqual({ ...before, name: 'New', updatedAt: body.updatedAt });
});

proves('inbound-organization', async () => {
  const owner = await aCaller();
  const { id } = await anEndpoint(owner);
  const { api } = await aSibling(owner);
  for (const one of [id, unknownId])
    for (const answer of [
      await api.get(`${endpointsPath}/${one}`),
      await api.put(`${endpointsPath}/${one}`, { body: { name: 'mine' } }),
      await api.post(`${endpointsPath}/${one}/rotate-secret`),
      await api.delete(`${endpointsPath}/${one}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'Inbound endpoint not found.' } });
  expect((await api.get(endpointsPath)).body.total).toBe(0);
});
