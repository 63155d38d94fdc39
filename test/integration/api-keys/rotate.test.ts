import { describe, expect, it } from 'vitest';
import type { NewApiKey } from '../../../shared/modules/identity/api-keys/key-shapes.ts';
import { aNewKey, keysPath, listKeys, rotatePath, whoAmIPath } from '../../support/builders/api-keys.ts';
import { aRole, setRoleAcl } from '../../support/builders/roles.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';

const rotate = (api: Api, id: string, body?: Record<string, unknown>) =>
  api.post<NewApiKey>(rotatePath(id), body === undefined ? {} : { body });
const statusOf = async (secret: string) => (await apiFor(secret).get(whoAmIPath)).status;

describe('POST /api/api_keys/keys/{id}/rotate', () => {
  it('replaces the secret of the key at once', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: ['business_rules.rules.view'] });
    const made = await aNewKey(caller, { roles: [role.id] });
    const { status, body } = await rotate(caller.api, made.id);
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, secret: body.secret, keyPrefix: body.keyPrefix });
    expect(body.secret).not.toBe(made.secret);
    expect([await statusOf(made.secret), await statusOf(body.secret)]).toEqual([401, 200]);
    expect((await apiFor(body.secret).get('/api/business_rules/rules')).status).toBe(200);
    const listed = (await listKeys(caller)).items.find(({ id }) => id === made.id);
    expect(listed?.keyPrefix).toBe(body.keyPrefix);
  });

  it('accepts the old secret during the grace period, and not after', async () => {
    const caller = await aTenant();
    const made = await aNewKey(caller);
    const { body } = await rotate(caller.api, made.id, { gracePeriodSeconds: 2 });
    expect([await statusOf(made.secret), await statusOf(body.secret)]).toEqual([200, 200]);
    await expect.poll(() => statusOf(made.secret), { timeout: 6_000 }).toBe(401);
    expect(await statusOf(body.secret)).toBe(200);
  });

  it('ends an earlier grace period when the key is rotated again', async () => {
    const caller = await aTenant();
    const first = await aNewKey(caller);
    const { body: second } = await rotate(caller.api, first.id, { gracePeriodSeconds: 600 });
    const { body: third } = await rotate(caller.api, first.id, { gracePeriodSeconds: 600 });
    const secrets = [first.secret, second.secret, third.secret];
    expect(await Promise.all(secrets.map(statusOf))).toEqual([401, 200, 200]);
  });

  it('deleting the key also revokes the secret in its grace period', async () => {
    const caller = await aTenant();
    const made = await aNewKey(caller);
    const { body } = await rotate(caller.api, made.id, { gracePeriodSeconds: 600 });
    await caller.api.delete(`${keysPath}?id=${made.id}`);
    expect([await statusOf(made.secret), await statusOf(body.secret)]).toEqual([401, 401]);
  });

  it('a change of a role also applies to the secret in its grace period', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: ['business_rules.rules.view'] });
    const made = await aNewKey(caller, { roles: [role.id] });
    await rotate(caller.api, made.id, { gracePeriodSeconds: 600 });
    const read = () => apiFor(made.secret).get('/api/business_rules/rules');
    expect((await read()).status).toBe(200);
    expect((await setRoleAcl(caller, role, { features: [] })).status).toBe(200);
    expect((await read()).status).toBe(403);
  });

  it('keeps the rate window and the time of last use', async () => {
    const caller = await aTenant({ perMinute: 1_000, perHour: 1_000 });
    const remaining = async (api: Api) =>
      Number((await api.get(whoAmIPath)).headers.get('x-ratelimit-remaining'));
    for (let count = 0; count < 5; count++) await caller.api.get(whoAmIPath);
    const { body } = await rotate(caller.api, caller.keyId);
    expect(await remaining(apiFor(body.secret))).toBeLessThan(995);
    const listed = await listKeys({ api: apiFor(body.secret) });
    expect(listed.items[0]?.lastUsedAt).not.toBeNull();
  });

  it('returns a secret to each of several parallel rotations, of which only the last works', async () => {
    const caller = await aTenant();
    const made = await aNewKey(caller);
    const answers = await Promise.all(Array.from({ length: 4 }, () => rotate(caller.api, made.id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const statuses = await Promise.all(answers.map(({ body }) => statusOf(body.secret)));
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401]);
    expect(await statusOf(made.secret)).toBe(401);
  });

  it('refuses a key with more rights than the caller’s, and changes nothing', async () => {
    const owner = await aTenant();
    const caller = await aKey({ ...owner, features: ['api_keys.create'] });
    const superAdmin = await aKey({ ...owner, features: [], isSuperAdmin: true });
    for (const { keyId, key } of [owner, superAdmin]) {
      const answer = await rotate(caller.api, keyId);
      expect(answer).toMatchObject({ status: 403, body: { code: 'rights_exceeded' } });
      expect(await statusOf(key)).toBe(200);
    }
    expect((await rotate(caller.api, caller.keyId)).status).toBe(200);
  });

  it.each([{ gracePeriodSeconds: -1 }, { gracePeriodSeconds: 86_401 }, { gracePeriodSeconds: 1.5 }])(
    'returns 400 for %j',
    async (body) => {
      const { api, keyId } = await aTenant();
      const answer = await rotate(api, keyId, body);
      expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'gracePeriodSeconds' }] } });
    },
  );

  it('heeds If-Match', async () => {
    const caller = await aTenant();
    const path = rotatePath((await aNewKey(caller)).id);
    const stale = await caller.api.post(path, { headers: { 'if-match': '"999"' } });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
    const { status, headers } = await caller.api.post(path, { headers: { 'if-match': '"1"' } });
    expect({ status, etag: headers.get('etag') }).toEqual({ status: 200, etag: '"2"' });
  });

  it('needs the feature api_keys.create', async () => {
    const { api, keyId } = await aTenant({ features: ['api_keys.view', 'api_keys.delete'] });
    const answer = await api.post(rotatePath(keyId));
    expect(answer).toMatchObject({ status: 403, body: { required: ['api_keys.create'] } });
  });
});
