/** Conformance cases of integrations: credentials. */
import { expect } from 'vitest';
import { maskedSecret } from '../../../shared/kernel/secrets/masked.ts';
import { check, integrationPath, rowOf, save, shown, turn } from '../../support/builders/integrations.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { aReceiver } from '../support/receivers.ts';
import { aCaller, theCaller } from '../support/stage.ts';

const { proves } = casesOf('integrations');

const id = 'sync_http_json';
const baseUrl = 'https://api.example.com/v1';
const token = 'token-of-great-value';
const pathOf = (integrationId: string) => `${integrationPath(integrationId)}/credentials`;

/** An API that its caller's credentials lead to, and the credentials that the last check sent. */
async function anApi(caller: TestCaller) {
  const sink = await aReceiver(caller);
  return {
    baseUrl: `${sink.url}/v1`,
    received: async () => {
      await check(caller, id);
      return sink.requests.at(-1)?.headers.authorization;
    },
  };
}

proves('masked', async () => {
  const caller = await aCaller();
  const before = await caller.api.get(pathOf(id));
  expect(before.body).toMatchObject({ integrationId: id, credentials: {}, updatedAt: null });
  await save(caller, id, { baseUrl, token, apiSecret: 'undeclared', retries: 3, verify: true, note: null });
  const { body } = await caller.api.get(pathOf(id));
  const fields = [
    { key: 'baseUrl', type: 'url' },
    { key: 'token', type: 'secret' },
  ];
  const secretFieldsConfigured = { token: true };
  expect(body).toMatchObject({ schema: { fields }, secretFieldsConfigured, updatedAt: expect.any(String) });
  const masked = {
    token: maskedSecret,
    apiSecret: maskedSecret,
    retries: maskedSecret,
    verify: maskedSecret,
  };
  expect(body.credentials).toEqual({ baseUrl, ...masked });
  expect(await rowOf(caller, id)).toMatchObject({ hasCredentials: true });
});

proves('kept-secret', async () => {
  const caller = await aCaller();
  const api = await anApi(caller);
  await save(caller, id, { baseUrl: api.baseUrl, token, extra: 'one' });
  await save(caller, id, (await shown(caller, id)) as Record<string, string>);
  expect(await api.received()).toBe(`Bearer ${token}`);
  expect(await shown(caller, id)).toHaveProperty('extra');
  await save(caller, id, { baseUrl: `${api.baseUrl}/elsewhere`, token: maskedSecret });
  expect(await api.received()).toBe(`Bearer ${token}`);
  expect(await shown(caller, id)).toEqual({ baseUrl: `${api.baseUrl}/elsewhere`, token: maskedSecret });
});

proves('other-server', async () => {
  const caller = await aCaller();
  await save(caller, id, { baseUrl, token });
  const other = { baseUrl: 'https://other.example.com', token: maskedSecret };
  expect(await caller.api.put(pathOf(id), { body: { credentials: other } })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'credentials.token', message: expect.stringContaining('entered again') }] },
  });
  expect(await shown(caller, id)).toMatchObject({ baseUrl });
  await save(caller, id, { ...other, token: 'another' });
});

proves('no-placeholder', async () => {
  const caller = await aCaller();
  await save(caller, id, { baseUrl, token: maskedSecret, extra: maskedSecret });
  expect((await caller.api.get(pathOf(id))).body).toMatchObject({
    credentials: { baseUrl },
    secretFieldsConfigured: { token: false },
  });
  expect(await shown(caller, id)).toEqual({ baseUrl });
});

proves('cleared', async () => {
  const caller = await aCaller();
  await save(caller, id, { baseUrl, token });
  await save(caller, id, { baseUrl, token: '' });
  expect(await shown(caller, id)).toEqual({ baseUrl });
  await save(caller, id, {});
  expect(await shown(caller, id)).toEqual({});
  expect(await rowOf(caller, id)).toMatchObject({ hasCredentials: false });
});

proves(
  'credential-problems',
  [
    [{}, 'credentials'],
    [{ credentials: null }, 'credentials'],
    [{ credentials: [1] }, 'credentials'],
    [{ credentials: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, 1])) }, 'credentials'],
    [{ credentials: { ['k'.repeat(129)]: 1 } }, `credentials.${'k'.repeat(129)}`],
    [{ credentials: { a: [] } }, 'credentials.a'],
    [{ credentials: { a: {} } }, 'credentials.a'],
    [{ credentials: { a: 'x'.repeat(20_001) } }, 'credentials.a'],
    [{ credentials: { baseUrl: 'file:///etc/passwd' } }, 'credentials.baseUrl'],
    [{ credentials: { baseUrl: 'https://a:b@example.com' } }, 'credentials.baseUrl'],
    [{ credentials: { baseUrl: 'example' } }, 'credentials.baseUrl'],
  ] as const,
  async ([body, field]) => {
    const { api } = await theCaller();
    const answer = await api.put(pathOf(id), { body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual(expect.objectContaining({ field }));
  },
);

proves('offered-values', async () => {
  const { api } = await aCaller();
  const refused = await api.put(pathOf('sync_s3_files'), { body: { credentials: { format: 'xlsx' } } });
  const message = 'must be one of: ndjson, csv';
  expect(refused.body.details).toEqual([{ field: 'credentials.format', message }]);
  const text = { credentials: { notifyOnFailedDelivery: 'yes' } };
  expect((await api.put(pathOf('webhook_custom'), { body: text })).status).toBe(400);
});

proves('large-credentials', async () => {
  const caller = await aCaller();
  const large = Array.from({ length: 14 }, (_, index) => [`key${index}`, 'x'.repeat(20_000)]);
  const body = { credentials: Object.fromEntries(large) };
  const tooLarge = { status: 413, body: { maxBytes: 262_144 } };
  expect(await caller.api.put(pathOf(id), { body })).toMatchObject(tooLarge);
  expect(await shown(caller, id)).toEqual({});
});

proves('credential-versions', async () => {
  const caller = await aCaller();
  await save(caller, id, { baseUrl, token });
  const headers = { 'if-match': String((await caller.api.get(pathOf(id))).headers.get('etag')) };
  await turn(caller, id, { isEnabled: true });
  const first = await caller.api.put(pathOf(id), { body: { credentials: { baseUrl } }, headers });
  expect(first.status).toBe(200);
  const stale = await caller.api.put(pathOf(id), { body: { credentials: {} }, headers });
  expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
  expect(first.headers.get('etag')).toBe((await caller.api.get(pathOf(id))).headers.get('etag'));
});

proves('one-save', async () => {
  const caller = await aCaller();
  const api = await anApi(caller);
  const names = ['one', 'two', 'three', 'four'];
  await Promise.all(
    names.map((name) => save(caller, id, { baseUrl: `${api.baseUrl}/${name}`, token: name })),
  );
  const { baseUrl: saved } = await shown(caller, id);
  expect(await api.received()).toBe(`Bearer ${String(saved).split('/').at(-1)}`);
});

proves('bundle', async () => {
  const caller = await aCaller();
  await save(caller, 'gateway_stripe', { secretKey: 'sk_test_bundle', publishableKey: 'pk_1' });
  for (const one of ['gateway_stripe', 'sync_stripe', 'bundle_stripe'])
    expect(await shown(caller, one)).toEqual({ secretKey: maskedSecret, publishableKey: 'pk_1' });
  await save(caller, 'bundle_stripe', { secretKey: maskedSecret });
  expect(await shown(caller, 'gateway_stripe')).toEqual({ secretKey: maskedSecret });
  expect(await rowOf(caller, 'sync_stripe')).toMatchObject({ hasCredentials: true });
});

proves('incomplete-warning', async () => {
  const { api } = await aCaller();
  const saved = await api.put(pathOf(id), { body: { credentials: { baseUrl } } });
  const warnings = ['sync_http_json does not work yet: token missing.'];
  expect(saved).toMatchObject({ status: 200, body: { ok: true, warnings } });
  const missing = { message: 'Missing credentials: token', details: { missing: ['token'] } };
  const { body: health } = await api.post(`/api/integrations/${id}/health`);
  expect(health).toMatchObject({ status: 'unhealthy', ...missing });
  expect((await api.put(pathOf(id), { body: { credentials: {} } })).body).toEqual({ ok: true });
});
