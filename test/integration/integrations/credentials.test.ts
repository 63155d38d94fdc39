import { describe, expect, it } from 'vitest';
import { maskedSecret } from '../../../shared/kernel/secrets/masked.ts';
import { findCredentialTarget } from '../../../shared/modules/integrations/registry.ts';
import { integrationPath, rowOf, save, shown, turn } from '../../support/builders/integrations.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { connectSecrets } from '../../support/builders/secrets.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const { connect } = await import('../../../shared/modules/integrations/connection.ts');
const { reportAuthFailure } = await import('../../../shared/modules/integrations/credentials-service.ts');
const { findIntegration } = await import('../../../shared/modules/integrations/registry.ts');

const pathOf = (id: string) => `${integrationPath(id)}/credentials`;
const id = 'sync_http_json';
const baseUrl = 'https://api.example.com/v1';
const token = 'token-of-great-value';

/** The credentials that an adapter receives. */
async function opened(owner: { tenantId: string; organizationId: string }, integrationId: string) {
  connectSecrets();
  const definition = findIntegration(integrationId);
  if (definition === undefined) throw new Error(`There is no ${integrationId}.`);
  return connect(owner, definition);
}

describe('credentials', () => {
  it('are read without secrets, and stored encrypted', async () => {
    const owner = await aTenant();
    const before = await owner.api.get(pathOf(id));
    expect(before.body).toMatchObject({ integrationId: id, credentials: {}, updatedAt: null });
    await save(owner, id, { baseUrl, token, apiSecret: 'undeclared', retries: 3, verify: true, note: null });
    const { body } = await owner.api.get(pathOf(id));
    expect(body).toMatchObject({
      schema: {
        fields: [
          { key: 'baseUrl', type: 'url' },
          { key: 'token', type: 'secret' },
        ],
      },
      secretFieldsConfigured: { token: true },
      updatedAt: expect.any(String),
    });
    expect(body.credentials).toEqual({
      baseUrl,
      token: maskedSecret,
      apiSecret: maskedSecret,
      retries: maskedSecret,
      verify: maskedSecret,
    });
    const stored = JSON.stringify(await itemsOf(owner.tenantId));
    for (const secret of [token, baseUrl, 'undeclared']) expect(stored).not.toContain(secret);
    expect(await rowOf(owner, id)).toMatchObject({ hasCredentials: true });
  });

  it('keep the stored secret for the placeholder, and replace everything else', async () => {
    const owner = await aTenant();
    await save(owner, id, { baseUrl, token, extra: 'one' });
    await save(owner, id, (await shown(owner, id)) as Record<string, string>);
    expect((await opened(owner, id)).credentials).toEqual({ baseUrl, token, extra: 'one' });
    const elsewhere = `${baseUrl}/elsewhere`;
    await save(owner, id, { baseUrl: elsewhere, token: maskedSecret });
    expect((await opened(owner, id)).credentials).toEqual({ baseUrl: elsewhere, token });
    await save(owner, id, { baseUrl });
    expect(await shown(owner, id)).toEqual({ baseUrl });
  });

  it('must be entered again for another server', async () => {
    const owner = await aTenant();
    await save(owner, id, { baseUrl, token });
    const other = { baseUrl: 'https://other.example.com', token: maskedSecret };
    const { status, body } = await owner.api.put(pathOf(id), { body: { credentials: other } });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { details: [{ field: 'credentials.token', message: expect.stringContaining('entered again') }] },
    });
    expect((await opened(owner, id)).credentials).toEqual({ baseUrl, token });
    await save(owner, id, { ...other, token: 'another' });
    expect((await opened(owner, id)).credentials).toEqual({ ...other, token: 'another' });
  });

  it('never contain the placeholder as a secret', async () => {
    const owner = await aTenant();
    await save(owner, id, { baseUrl, token: maskedSecret, extra: maskedSecret });
    expect((await opened(owner, id)).credentials).toEqual({ baseUrl });
    expect((await owner.api.get(pathOf(id))).body).toMatchObject({
      secretFieldsConfigured: { token: false },
    });
  });

  it('are cleared by an empty object, single secrets by an empty text', async () => {
    const owner = await aTenant();
    await save(owner, id, { baseUrl, token });
    await save(owner, id, { baseUrl, token: '' });
    expect(await shown(owner, id)).toEqual({ baseUrl });
    await save(owner, id, {});
    expect(await shown(owner, id)).toEqual({});
    expect(await rowOf(owner, id)).toMatchObject({ hasCredentials: false });
    expect(JSON.stringify(await itemsOf(owner.tenantId))).not.toContain('"sealed"');
  });

  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`key${index}`, 1]));
  it.each<[string, unknown, string]>([
    ['no object', {}, 'credentials'],
    ['null', { credentials: null }, 'credentials'],
    ['a list', { credentials: [1] }, 'credentials'],
    ['201 keys', { credentials: many }, 'credentials'],
    ['a long key', { credentials: { ['k'.repeat(129)]: 1 } }, `credentials.${'k'.repeat(129)}`],
    ['a list as value', { credentials: { a: [] } }, 'credentials.a'],
    ['an object as value', { credentials: { a: {} } }, 'credentials.a'],
    ['a long value', { credentials: { a: 'x'.repeat(20_001) } }, 'credentials.a'],
    ['a file as URL', { credentials: { baseUrl: 'file:///etc/passwd' } }, 'credentials.baseUrl'],
    ['a URL with a password', { credentials: { baseUrl: 'https://a:b@example.com' } }, 'credentials.baseUrl'],
    ['no URL', { credentials: { baseUrl: 'example' } }, 'credentials.baseUrl'],
  ])('refuse %s', async (_, body, field) => {
    const { api } = await aTenant();
    const answer = await api.put(pathOf(id), { body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual(expect.objectContaining({ field }));
  });

  it('refuse values that a field does not offer, and values over the size limit', async () => {
    const owner = await aTenant();
    const body = { credentials: { format: 'xlsx' } };
    const refused = await owner.api.put(pathOf('sync_s3_files'), { body });
    expect(refused.body.details).toEqual([
      { field: 'credentials.format', message: 'must be one of: ndjson, csv' },
    ]);
    const text = { credentials: { notifyOnFailedDelivery: 'yes' } };
    expect((await owner.api.put(pathOf('webhook_custom'), { body: text })).status).toBe(400);
    expect((await owner.api.put(pathOf(id), { body: '{"credentials":' })).status).toBe(400);
    const large = Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => [`key${index}`, 'x'.repeat(20_000)]),
    );
    const answer = await owner.api.put(pathOf(id), { body: { credentials: large } });
    expect(answer).toMatchObject({ status: 413, body: { maxBytes: 262_144 } });
    expect(await shown(owner, id)).toEqual({});
  });

  it('are not replaced if If-Match names an older version; enabling the integration does not change it', async () => {
    const owner = await aTenant();
    await save(owner, id, { baseUrl, token });
    const etag = (await owner.api.get(pathOf(id))).headers.get('etag') ?? '';
    await turn(owner, id, { isEnabled: true });
    const headers = { 'if-match': etag };
    const first = await owner.api.put(pathOf(id), { body: { credentials: { baseUrl } }, headers });
    expect(first.status).toBe(200);
    const stale = await owner.api.put(pathOf(id), { body: { credentials: {} }, headers });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
    expect(first.headers.get('etag')).toBe((await owner.api.get(pathOf(id))).headers.get('etag'));
  });

  it('saved by parallel requests are those of one request', async () => {
    const owner = await aTenant();
    const tokens = ['one', 'two', 'three', 'four'];
    await Promise.all(tokens.map((one) => save(owner, id, { baseUrl: `https://${one}.com`, token: one })));
    const { credentials } = await opened(owner, id);
    expect(tokens.map((one) => ({ baseUrl: `https://${one}.com`, token: one }))).toContainEqual(credentials);
  });

  it('cause no KMS calls if there are none', async () => {
    const owner = await aTenant();
    const answer = await owner.api.get(pathOf(id));
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'Query']);
  });
});

describe('the credentials of a bundle', () => {
  it('are shared by all its integrations', async () => {
    const owner = await aTenant();
    await save(owner, 'gateway_stripe', { secretKey: 'sk_test_bundle', publishableKey: 'pk_1' });
    const masked = { secretKey: maskedSecret, publishableKey: 'pk_1' };
    for (const one of ['gateway_stripe', 'sync_stripe', 'bundle_stripe'])
      expect(await shown(owner, one)).toEqual(masked);
    expect((await opened(owner, 'sync_stripe')).credentials).toMatchObject({ secretKey: 'sk_test_bundle' });
    await save(owner, 'bundle_stripe', { secretKey: maskedSecret });
    expect(await shown(owner, 'gateway_stripe')).toEqual({ secretKey: maskedSecret });
    expect(await rowOf(owner, 'sync_stripe')).toMatchObject({ hasCredentials: true });
    expect(findCredentialTarget('bundle_stripe')?.writeTo).toBe('bundle_stripe');
  });
});

describe('credentials that a provider refuses', () => {
  it.each([
    ['sync_http_json', { baseUrl, token }],
    ['sync_stripe', { secretKey: 'sk_test_refused' }],
  ])('of %s request new ones, until those are saved', async (integrationId, credentials) => {
    const owner = await aTenant();
    await save(owner, integrationId, credentials);
    await reportAuthFailure(owner, await opened(owner, integrationId), asTest());
    expect(await rowOf(owner, integrationId)).toMatchObject({ reauthRequired: true });
    await save(owner, integrationId, { ...credentials, extra: 'new' });
    expect(await rowOf(owner, integrationId)).toMatchObject({ reauthRequired: false });
  });

  it('do not affect others that were saved meanwhile', async () => {
    const owner = await aTenant();
    for (const integrationId of ['sync_http_json', 'gateway_stripe']) {
      await save(owner, integrationId, { token, secretKey: 'sk_old' });
      const old = await opened(owner, integrationId);
      await save(owner, integrationId, { token: 'better', secretKey: 'sk_new' });
      await reportAuthFailure(owner, old, asTest());
      expect(await rowOf(owner, integrationId)).toMatchObject({ reauthRequired: false });
    }
  });
});
