import { createHmac, randomUUID } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { countAgainst } from '../../../shared/kernel/auth/rate-limit.ts';
import { dataKeyGeneration } from '../../../shared/kernel/secrets/limits.ts';
import { dataKeyKey } from '../../../shared/kernel/table/keys.ts';
import { deleteItem, transact } from '../../../shared/kernel/table/write.ts';
import type { InboundEndpoint } from '../../../shared/modules/webhooks/inbound/contract.ts';
import { webhookSwitchKey } from '../../../shared/modules/webhooks/keys.ts';
import { aSuperAdmin, aTenantAdmin } from '../../support/builders/administrators.ts';
import { organizationsPath, tenantsPath } from '../../support/builders/directory.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { type RequestOptions, send } from '../../support/clients/api.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { during } from '../../support/fault-injection/faults.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const path = '/api/webhooks/inbound-endpoints';
const unknownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const form = 'application/x-www-form-urlencoded';
const rawSecret = 'It is a secret to everybody';
type Opened = InboundEndpoint & { secret: string };

const sinks: Sink[] = [];
async function aSink(): Promise<Sink> {
  const sink = await startSink();
  sinks.push(sink);
  return sink;
}
afterAll(() => Promise.all(sinks.map((sink) => sink.stop())));

async function anEndpoint({ api }: TestCaller, overrides: Record<string, unknown> = {}): Promise<Opened> {
  const body = { name: 'Provider', providerKey: 'standard_webhooks', ...overrides };
  const answer = await api.post<Opened>(path, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const receive = (id: string, options: RequestOptions) => send('POST', `/api/webhooks/inbound/${id}`, options);

/** A message signed by another implementation of the standard. */
function signed(secret: string, body: string, id = `msg_${randomUUID()}`): RequestOptions {
  const at = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Signer(secret).sign(id, at, body),
  };
  return { body, headers };
}

describe('a verified message', () => {
  it('gets a response at once, and is published once as an event that webhooks receive', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    await aWebhook(owner, { subscribedEvents: ['inbound.*'] }, sink);
    const { id, secret, path: receiver } = await anEndpoint(owner);
    expect(receiver).toBe(`/api/webhooks/inbound/${id}`);
    const first = signed(secret, '{"type":"invoice.paid","amount":12}', 'msg_1');
    expect((await receive(id, first)).body).toEqual({ ok: true });
    expect((await receive(id, first)).body).toEqual({ ok: true, duplicate: true });
    await receive(id, signed(secret, '{"type":"invoice.lost"}', 'msg_2'));
    const told = () =>
      sink.requests
        .map(({ body }) => JSON.parse(body))
        .filter(({ type }) => !type.startsWith('inbound.endpoint.'));
    await expect.poll(() => told().length, { timeout: 10_000 }).toBe(2);
    expect(told().find(({ type }) => type === 'inbound.standard_webhooks.invoice_paid')).toMatchObject({
      data: {
        endpointId: id,
        providerKey: 'standard_webhooks',
        messageId: 'msg_1',
        eventType: 'invoice.paid',
        payload: { type: 'invoice.paid', amount: 12 },
        tenantId: owner.tenantId,
        organizationId: owner.organizationId,
      },
    });
  });

  it('without an id is deduplicated by its bytes', async () => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner, { providerKey: 'generic_hmac', secret: rawSecret });
    expect(secret).toBe(rawSecret);
    const message = (body: string) => ({
      body,
      headers: { 'x-webhook-signature': createHmac('sha256', rawSecret).update(body).digest('hex') },
    });
    expect((await receive(id, message('{"a":1}'))).body).toEqual({ ok: true });
    expect((await receive(id, message('{"a":1}'))).body).toEqual({ ok: true, duplicate: true });
    expect((await receive(id, message('{"a":2}'))).body).toEqual({ ok: true });
  });

  it('of other senders is new at another signed time, even with the same bytes', async () => {
    const owner = await aTenant();
    const settings = { timestampHeader: 'x-sent-at' };
    const { id } = await anEndpoint(owner, { providerKey: 'generic_hmac', secret: rawSecret, settings });
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const ping = (sentAt: number) => {
      const body = '{"type":"ping"}';
      const signature = createHmac('sha256', rawSecret).update(`${sentAt}.${body}`).digest('hex');
      return receive(id, {
        body,
        headers: { 'x-sent-at': String(sentAt), 'x-webhook-signature': signature },
      });
    };
    expect((await ping(nowSeconds - 60)).body).toEqual({ ok: true });
    expect((await ping(nowSeconds)).body).toEqual({ ok: true });
    expect((await ping(nowSeconds)).body).toEqual({ ok: true, duplicate: true });
  });

  it('is deduplicated for ten minutes under another, unsigned id', async () => {
    const owner = await aTenant();
    const { id } = await anEndpoint(owner, { providerKey: 'github', secret: rawSecret });
    const body = '{"action":"opened"}';
    const deliver = (delivery: string) =>
      receive(id, {
        body,
        headers: {
          'x-github-event': 'issues',
          'x-github-delivery': delivery,
          'x-hub-signature-256': `sha256=${createHmac('sha256', rawSecret).update(body).digest('hex')}`,
        },
      });
    expect((await deliver('1')).body).toEqual({ ok: true });
    expect((await deliver('2')).body).toEqual({ ok: true, duplicate: true });
    const [mark] = itemsOf(owner.tenantId).filter(({ sk }) => sk === 'BYTES');
    expect(Number(mark?.ttl)).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 600);
    await transact([{ put: { pk: String(mark?.pk), sk: 'BYTES', ttl: 1 } }]);
    expect((await deliver('3')).body).toEqual({ ok: true });
    await transact([{ put: { pk: String(mark?.pk), sk: 'BYTES', ttl: 1 } }]);
    expect((await deliver('1')).body).toEqual({ ok: true, duplicate: true });
  });

  it.each<[string, string, string, number, string | undefined]>([
    ['github', 'application/json', '{"action":"opened"}', 200, undefined],
    ['github', form, 'payload=%7B%22action%22%3A%22opened%22%7D', 200, undefined],
    ['generic_hmac', 'application/json', '[{"eventId":1},{"eventId":2}]', 200, undefined],
    ['generic_hmac', 'application/json', '', 200, undefined],
    ['standard_webhooks', 'application/json', '[1]', 200, undefined],
    ['github', form, 'other=1', 400, 'invalid_input'],
    ['github', form, 'payload=x', 400, 'malformed_body'],
    ['generic_hmac', 'application/json', '{', 400, 'malformed_body'],
    ['standard_webhooks', 'text/xml', '<a/>', 415, 'unsupported_media_type'],
  ])('of %s as %s with the body %j returns %d', async (providerKey, contentType, body, status, code) => {
    const { id, secret } = await anEndpoint(await aTenant(), { providerKey });
    const hmac = createHmac('sha256', secret).update(body).digest('hex');
    const standard = providerKey === 'standard_webhooks' ? secret : `whsec_${btoa(rawSecret)}`;
    const headers = {
      ...signed(standard, body).headers,
      'content-type': contentType,
      'x-github-event': 'issues',
      'x-hub-signature-256': `sha256=${hmac}`,
      'x-webhook-signature': hmac,
    };
    const answer = await receive(id, { body, headers });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    const forged = {
      ...headers,
      'x-hub-signature-256': 'sha256=0',
      'x-webhook-signature': '0',
      'webhook-signature': '',
    };
    expect((await receive(id, { body, headers: forged })).status).toBe(401);
  });

  it('is accepted in any content type, unchanged', async () => {
    const owner = await aTenant();
    const { id } = await anEndpoint(owner, { providerKey: 'github', secret: rawSecret });
    const body = '{"action":"opened","title":"Grüße \u{1f44b}"}\n';
    const headers = {
      'content-type': 'application/x-unknown',
      'x-github-event': 'issues',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${createHmac('sha256', rawSecret).update(body).digest('hex')}`,
    };
    expect((await receive(id, { body, headers })).body).toEqual({ ok: true });
  });

  it('returns an error if it cannot be stored, and is accepted when it is sent again', async () => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    const message = signed(secret, '{"type":"a"}', `msg_${randomUUID()}`);
    const fault = { action: 'TransactWriteItems', effect: 'error', bodyContains: id } as const;
    const failed = await during(fault, () => receive(id, message));
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect((await receive(id, message)).body).toEqual({ ok: true });
    expect((await receive(id, message)).body).toEqual({ ok: true, duplicate: true });
  });
});

describe('the receiver', () => {
  it.each([
    ['a wrong signature', { 'webhook-signature': 'v1,d3Jvbmc=' }],
    ['no signature', { 'webhook-signature': '' }],
    ['an old timestamp', { 'webhook-timestamp': '1700000000' }],
    ['another id than the signed one', { 'webhook-id': 'msg_other' }],
  ])('refuses %s with 401 and stores nothing', async (_, changed) => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    const { body, headers } = signed(secret, '{}');
    const { status, body: answer } = await receive(id, { body, headers: { ...headers, ...changed } });
    expect({ status, code: answer.code }).toEqual({ status: 401, code: 'signature_invalid' });
    expect(itemsOf(owner.tenantId).filter(({ sk }) => sk === 'RECEIPT')).toEqual([]);
  });

  it.each([unknownId, 'standard_webhooks', 'x'.repeat(300)])('returns 404 for %s', async (id) => {
    const { status, body } = await receive(id, { body: '{}' });
    expect({ status, error: body.error }).toEqual({ status: 404, error: 'Webhook endpoint not found.' });
  });

  it('returns 404 for a closed or deleted endpoint', async () => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    await owner.api.put(`${path}/${id}`, { body: { isActive: false } });
    expect((await receive(id, signed(secret, '{}'))).status).toBe(404);
    await owner.api.put(`${path}/${id}`, { body: { isActive: true } });
    expect((await receive(id, signed(secret, '{}'))).status).toBe(200);
    await owner.api.delete(`${path}/${id}`);
    expect((await receive(id, signed(secret, '{}'))).status).toBe(404);
  });

  it.each(['tenant', 'organization'])('returns 404 for an endpoint whose %s is closed', async (what) => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    const isTenant = what === 'tenant';
    const admin = isTenant ? await aSuperAdmin() : await aTenantAdmin(owner);
    const closing = isTenant
      ? [tenantsPath, { id: owner.tenantId, isActive: false }]
      : [organizationsPath, { id: owner.organizationId, isActive: false }];
    expect((await admin.api.put(String(closing[0]), { body: closing[1] })).status).toBe(200);
    expect((await receive(id, signed(secret, '{}'))).status).toBe(404);
    expect((await receive(id, { body: '{}' })).status).toBe(404);
    expect(itemsOf(owner.tenantId).filter(({ sk }) => sk === 'RECEIPT')).toEqual([]);
  });

  it('refuses more than 256 KB', async () => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    const body = JSON.stringify({ type: 'a', text: 'x'.repeat(262_144) });
    expect((await receive(id, signed(secret, body))).status).toBe(413);
  });

  it('refuses senders after 60 invalid signatures a minute, but accepts verified messages', async () => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    const other = await anEndpoint(owner);
    const wrong = { body: '{}' };
    const statuses: number[] = [];
    // The minute may end meanwhile; then the next one is used up.
    for (let batch = 0; batch < 3 && !statuses.includes(429); batch++) {
      const answers = await Promise.all(Array.from({ length: 61 }, () => receive(id, wrong)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(60);
    expect((await receive(other.id, wrong)).status).toBe(401);
    expect((await receive(id, signed(secret, '{}'))).body).toEqual({ ok: true });
  });

  it('accepts 60 verified messages a minute per endpoint', async () => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    const other = await anEndpoint(owner);
    // Both minutes that the requests of this test can belong to.
    const policy = { name: 'inbound', limit: 60, windowSeconds: 60 };
    for (const atMs of [Date.now(), Date.now() + 60_000])
      for (let done = 0; done < 60; done++) await countAgainst(policy, id, atMs);
    expect((await receive(id, signed(secret, '{}'))).status).toBe(429);
    expect((await receive(other.id, signed(other.secret, '{}'))).status).toBe(200);
  });

  it('returns 503 while the integration is disabled, only for verified messages', async () => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    await transact([
      { put: { ...webhookSwitchKey(owner), entity: 'webhook_switch', v: 1, isEnabled: false } },
    ]);
    expect(await receive(id, signed(secret, '{}'))).toMatchObject({
      status: 503,
      body: { error: 'Custom Webhooks integration is disabled' },
    });
    expect((await receive(id, { body: '{}' })).status).toBe(401);
  });
});

describe('an inbound endpoint', () => {
  it('shows its secret once, and stores it encrypted', async () => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    expect(secret).toMatch(/^whsec_/);
    const { body } = await owner.api.get(`${path}/${id}`);
    expect(body).toMatchObject({
      id,
      name: 'Provider',
      providerKey: 'standard_webhooks',
      settings: {},
      isActive: true,
    });
    expect(JSON.stringify(body)).not.toContain(secret);
    const list = await owner.api.get<{ items: unknown[]; total: number }>(
      `${path}?providerKey=standard_webhooks`,
    );
    expect(list.body).toMatchObject({ total: 1, items: [body] });
    expect(JSON.stringify(itemsOf(owner.tenantId))).not.toContain(secret);
  });

  it('accepts another secret at once', async () => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    const rotated = await owner.api.post<{ secret: string }>(`${path}/${id}/rotate-secret`);
    expect((await receive(id, signed(secret, '{}'))).status).toBe(401);
    expect((await receive(id, signed(rotated.body.secret, '{}'))).status).toBe(200);
  });

  it('uses the tenant’s new data key after the old one is deleted', async () => {
    const owner = await aTenant();
    const { id } = await anEndpoint(owner);
    await deleteItem(dataKeyKey(owner, dataKeyGeneration));
    expect((await owner.api.post(`${path}/${id}/rotate-secret`)).status).toBe(200);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an unknown provider', { providerKey: 'paypal' }, 'providerKey'],
    ['a secret in another format', { secret: 'not base64 at all' }, 'secret'],
    ['a short secret', { providerKey: 'github', secret: 'x'.repeat(23) }, 'secret'],
    ['a short Standard Webhooks secret', { secret: `whsec_${btoa('x'.repeat(23))}` }, 'secret'],
    ['unknown settings of the provider', { providerKey: 'github', settings: { a: 'b' } }, 'settings.a'],
  ])('cannot be created with %s', async (_, overrides, field) => {
    const { api } = await aTenant();
    const body = { name: 'Provider', providerKey: 'standard_webhooks', ...overrides };
    const answer = await api.post(path, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual(expect.objectContaining({ field }));
  });

  it('changes only given fields, and returns 412 for an outdated version', async () => {
    const owner = await aTenant();
    const {
      id,
      secret: _,
      ...before
    } = await anEndpoint(owner, { providerKey: 'generic_hmac', settings: { idHeader: 'x-id' } });
    const etag = (await owner.api.get(`${path}/${id}`)).headers.get('etag') ?? '';
    const { body } = await owner.api.put(`${path}/${id}`, { body: { name: 'New' } });
    expect(body).toEqual({ id, ...before, name: 'New', updatedAt: body.updatedAt });
    const stale = await owner.api.put(`${path}/${id}`, {
      body: { name: 'X' },
      headers: { 'if-match': etag },
    });
    expect(stale.status).toBe(412);
  });

  it('is not accessible to other tenants and organizations', async () => {
    const owner = await aTenant();
    const { id } = await anEndpoint(owner);
    for (const { api } of [await aTenant(), await aSibling(owner)]) {
      for (const one of [id, unknownId]) {
        const answers = [
          await api.get(`${path}/${one}`),
          await api.put(`${path}/${one}`, { body: { name: 'mine' } }),
          await api.post(`${path}/${one}/rotate-secret`),
          await api.delete(`${path}/${one}`),
        ];
        for (const answer of answers) {
          expect(answer).toMatchObject({ status: 404, body: { error: 'Inbound endpoint not found.' } });
        }
      }
      expect((await api.get(path)).body.total).toBe(0);
    }
  });

  it('needs features for reads, creation and a new secret', async () => {
    const { tenantId, organizationId } = await aTenant();
    const viewer = await aKey({ tenantId, organizationId, features: ['webhooks.view'] });
    expect((await viewer.api.get(path)).status).toBe(200);
    const body = { name: 'Provider', providerKey: 'github' };
    expect((await viewer.api.post(path, { body })).body.required).toEqual(['webhooks.manage']);
    const rotate = await viewer.api.post(`${path}/${unknownId}/rotate-secret`);
    expect(rotate.body.required).toEqual(['webhooks.secrets']);
  });
});
