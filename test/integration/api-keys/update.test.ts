import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../../../shared/modules/identity/api-keys/key-shapes.ts';
import { findRole } from '../../../shared/modules/identity/roles/role-store.ts';
import { aSuperAdmin } from '../../support/builders/administrators.ts';
import { aNewKey, keysPath, listKeys, rotatePath, whoAmIPath } from '../../support/builders/api-keys.ts';
import { aRole, probeFeature, probePath, setRoleAcl } from '../../support/builders/roles.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { type Api, apiFor, callsOf, type TestResponse } from '../../support/clients/api.ts';

const update = (api: Api, body: Record<string, unknown>, headers = {}): Promise<TestResponse<ApiKey>> =>
  api.put<ApiKey>(keysPath, { body, headers });
const statusOf = async (secret: string, path = whoAmIPath) => (await apiFor(secret).get(path)).status;
const elsewhere = ['203.0.113.0/24'];
const here = ['127.0.0.0/8', '::1'];

describe('PUT /api/api_keys/keys', () => {
  it('changes the fields that are sent and keeps the others', async () => {
    const caller = await aTenant();
    const role = await aRole(caller);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const made = await aNewKey(caller, { description: 'nightly', roles: [role.id], expiresAt });
    const renamed = await update(caller.api, { id: made.id, name: 'export' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { id: made.id, name: 'export', description: 'nightly', expiresAt, roles: [{ id: role.id }] },
    });
    expect(renamed.headers.get('etag')).toBe('"2"');
    const limits = { requestsPerMinute: 7, requestsPerHour: 70, allowedAddresses: [...here, ...here] };
    const limited = await update(caller.api, { id: made.id, ...limits, description: null });
    const expected = { ...renamed.body, ...limits, allowedAddresses: here, description: null };
    expect(limited.body).toEqual(expected);
    expect((await listKeys(caller, 'search=export')).items).toEqual([expected]);
  });

  it('changes rights with the roles from the next request, and counts the holders of both', async () => {
    const caller = await aTenant();
    const viewer = await aRole(caller, { features: [probeFeature] });
    const other = await aRole(caller);
    const { id, secret } = await aNewKey(caller, { roles: [other.id] });
    expect(await statusOf(secret, probePath)).toBe(403);
    await update(caller.api, { id, roles: [viewer.name, other.id] });
    expect(await statusOf(secret, probePath)).toBe(200);
    await update(caller.api, { id, roles: [] });
    expect(await statusOf(secret, probePath)).toBe(403);
    expect((await findRole(caller, viewer.id))?.keys).toBe(0);
    expect((await findRole(caller, other.id))?.keys).toBe(0);
  });

  it('applies later changes of its roles, and none of removed roles', async () => {
    const caller = await aTenant();
    const [given, taken] = [await aRole(caller), await aRole(caller)];
    const { id, secret } = await aNewKey(caller, { roles: [taken.id] });
    await update(caller.api, { id, roles: [given.id] });
    await setRoleAcl(caller, taken, { features: [probeFeature] });
    expect(await statusOf(secret, probePath)).toBe(403);
    await setRoleAcl(caller, given, { features: [probeFeature] });
    expect(await statusOf(secret, probePath)).toBe(200);
  });

  it('sets and removes the rate limits of the key without a new window', async () => {
    const caller = await aTenant();
    const { id, secret } = await aNewKey(caller);
    const limitAndRest = async () => {
      const { headers } = await apiFor(secret).get(whoAmIPath);
      return [headers.get('x-ratelimit-limit'), Number(headers.get('x-ratelimit-remaining'))];
    };
    await limitAndRest();
    await update(caller.api, { id, requestsPerHour: 9 });
    expect(await limitAndRest()).toEqual(['9', 7]);
    await update(caller.api, { id, requestsPerHour: null });
    expect((await limitAndRest())[0]).not.toBe('9');
  });

  it('returns 400 for limits above those of the deployment, except to super admins', async () => {
    const caller = await aTenant();
    const { id } = await aNewKey(caller);
    for (const limits of [{ requestsPerMinute: 999_999 }, { requestsPerHour: 9_999_999 }]) {
      const details = Object.keys(limits).map((field) => ({ field }));
      for (const refused of [
        await update(caller.api, { id, ...limits }),
        await caller.api.post(keysPath, { body: { name: 'x', ...limits } }),
      ]) {
        expect(refused).toMatchObject({ status: 400, body: { details } });
      }
      const { tenantId } = caller;
      const superAdmin = (await aSuperAdmin()).api;
      const answer = await superAdmin.put(`${keysPath}?tenantId=${tenantId}`, { body: { id, ...limits } });
      expect(answer).toMatchObject({ status: 200, body: limits });
      // Existing values may be sent again together with another change.
      expect((await update(caller.api, { id, ...limits, name: 'y' })).status).toBe(200);
    }
  });

  it('refuses the key from other addresses with 403, after one request to the table', async () => {
    const caller = await aTenant();
    const { id, secret } = await aNewKey(caller, { allowedAddresses: here });
    expect(await statusOf(secret)).toBe(200);
    await update(caller.api, { id, allowedAddresses: elsewhere });
    const refused = await apiFor(secret).get(whoAmIPath);
    expect(refused).toMatchObject({ status: 403, body: { code: 'address_forbidden' } });
    expect(await callsOf(refused)).toHaveLength(1);
    await update(caller.api, { id, allowedAddresses: [] });
    expect(await statusOf(secret)).toBe(200);
  });

  it('expires the key at its new expiry, and reactivates it without one', async () => {
    const caller = await aTenant();
    const { id, secret } = await aNewKey(caller);
    await update(caller.api, { id, expiresAt: new Date(Date.now() + 1_000).toISOString() });
    await expect.poll(() => statusOf(secret), { timeout: 5_000 }).toBe(401);
    await update(caller.api, { id, expiresAt: '' });
    expect(await statusOf(secret)).toBe(200);
  });

  it('also applies to the secret in its grace period', async () => {
    const caller = await aTenant();
    const made = await aNewKey(caller, { allowedAddresses: here });
    const body = { gracePeriodSeconds: 3_600 };
    const rotated = await caller.api.post(rotatePath(made.id), { body });
    const secrets = [made.secret, String(rotated.body.secret)];
    expect(await Promise.all(secrets.map((secret) => statusOf(secret)))).toEqual([200, 200]);
    await update(caller.api, { id: made.id, allowedAddresses: elsewhere });
    expect(await Promise.all(secrets.map((secret) => statusOf(secret)))).toEqual([403, 403]);
  });

  it('records who changed what in the audit trail, without secrets', async () => {
    const caller = await aTenant();
    const { id, secret } = await aNewKey(caller);
    await update(caller.api, { id, name: 'renamed', requestsPerMinute: 5 });
    const trail = `/api/audit_logs/actions?resource=api_keys.key&resourceId=${id}&action=updated`;
    const { body } = await caller.api.get<{ items: { changes: unknown }[] }>(trail);
    expect(body.items.map(({ changes }) => changes)).toEqual([
      { name: { before: 'made', after: 'renamed' }, perMinute: { before: null, after: 5 } },
    ]);
    expect(JSON.stringify(body)).not.toContain(secret.split('.')[1]);
  });

  it('returns 403 for a key with more rights than the caller, and for roles that would give it more', async () => {
    const owner = await aTenant();
    const caller = await aKey({ ...owner, features: ['api_keys.create'] });
    const own = await aNewKey(caller);
    const strong = await aRole(owner, { features: [probeFeature] });
    for (const body of [
      { id: owner.keyId, name: 'mine' },
      { id: own.id, roles: [strong.id] },
    ]) {
      expect(await update(caller.api, body)).toMatchObject({
        status: 403,
        body: { code: 'rights_exceeded' },
      });
    }
    const superAdmin = await aKey({ ...owner, isSuperAdmin: true });
    expect((await update(caller.api, { id: superAdmin.keyId, name: 'mine' })).status).toBe(403);
  });

  it('returns 404 for keys of other tenants and unknown ones', async () => {
    const { api } = await aTenant();
    const foreign = await aTenant();
    for (const id of [foreign.keyId, randomUUID()]) {
      expect((await update(api, { id, name: 'x' })).status).toBe(404);
    }
  });

  it('honours If-Match; without it the last of several writers wins', async () => {
    const caller = await aTenant();
    const { id } = await aNewKey(caller);
    const stale = await update(caller.api, { id, name: 'x' }, { 'if-match': '"7"' });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
    const names = ['a', 'b', 'c', 'd'];
    const answers = await Promise.all(names.map((name) => update(caller.api, { id, name })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const last = answers.find(({ headers }) => headers.get('etag') === '"5"');
    expect((await listKeys(caller, `id=${id}`)).items[0]?.name).toBe(last?.body.name);
  });

  it.each<[string, Record<string, unknown>]>([
    ['name', { name: '  ' }],
    ['requestsPerMinute', { requestsPerMinute: 0 }],
    ['requestsPerHour', { requestsPerHour: 1.5 }],
    ['allowedAddresses[0]', { allowedAddresses: ['example.com'] }],
    ['allowedAddresses[1]', { allowedAddresses: ['::1', '10.0.0.0/33'] }],
    ['allowedAddresses', { allowedAddresses: Array.from({ length: 11 }, (_, last) => `10.0.0.${last}`) }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['roles', { roles: ['no such role'] }],
  ])('returns 400 naming %s for %j', async (field, body) => {
    const { api, keyId } = await aTenant();
    expect(await update(api, { id: keyId, ...body })).toMatchObject({
      status: 400,
      body: { details: [{ field }] },
    });
  });

  it('needs the feature api_keys.create', async () => {
    const { api, keyId } = await aTenant({ features: ['api_keys.view', 'api_keys.delete'] });
    const answer = await update(api, { id: keyId, name: 'x' });
    expect(answer).toMatchObject({ status: 403, body: { required: ['api_keys.create'] } });
  });
});
