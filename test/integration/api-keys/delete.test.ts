import { describe, expect, it } from 'vitest';
import { findRole } from '../../../shared/modules/identity/roles/role-store.ts';
import { aNewKey, keysPath, listKeys, whoAmIPath } from '../../support/builders/api-keys.ts';
import { aRole } from '../../support/builders/roles.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';

describe('DELETE /api/api_keys/keys', () => {
  it('refuses the key from its next request, also while it is in use', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: ['business_rules.rules.view'] });
    // Without rate limits: how often the loops send depends on the machine.
    const { keyId, api } = await aKey({ ...caller, features: [], roles: [role] });
    const sent: { at: number; status: number }[] = [];
    let isOver = false;
    const loop = async () => {
      while (!isOver) {
        const at = performance.now();
        sent.push({ at, status: (await api.get('/api/business_rules/rules?pageSize=1')).status });
      }
    };
    const inUse = loop();
    await expect
      .poll(() => sent.filter(({ status }) => status === 200).length, { timeout: 20_000 })
      .toBeGreaterThan(5);
    const deleted = await caller.api.delete(`${keysPath}?id=${keyId}`);
    const deletedAt = performance.now();
    await expect.poll(() => sent.filter(({ at }) => at > deletedAt).length).toBeGreaterThan(5);
    isOver = true;
    await inUse;
    expect(deleted).toMatchObject({ status: 200, body: { success: true } });
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 401]));
    expect(sent.filter(({ at, status }) => at > deletedAt && status !== 401)).toEqual([]);
  });

  it('removes the key from the list and from its roles', async () => {
    const caller = await aTenant();
    const role = await aRole(caller);
    const made = await aNewKey(caller, { roles: [role.id] });
    expect((await findRole(caller, role.id))?.keys).toBe(1);
    await caller.api.delete(`${keysPath}?id=${made.id}`);
    const { items, total } = await listKeys(caller);
    expect({ ids: items.map(({ id }) => id), total }).toEqual({ ids: [caller.keyId], total: 1 });
    expect((await findRole(caller, role.id))?.keys).toBe(0);
  });

  it('lets a key delete itself', async () => {
    const { api, keyId } = await aTenant();
    expect((await api.delete(`${keysPath}?id=${keyId}`)).status).toBe(200);
    expect((await api.get(whoAmIPath)).status).toBe(401);
  });

  it('returns 404 the second time, and succeeds once among parallel requests', async () => {
    const caller = await aTenant();
    const made = await aNewKey(caller);
    const path = `${keysPath}?id=${made.id}`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => caller.api.delete(path)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(404)]);
    expect(await caller.api.delete(path)).toMatchObject({
      status: 404,
      body: { error: 'API key not found.', code: 'not_found' },
    });
    expect((await listKeys(caller)).total).toBe(1);
  });

  it('heeds If-Match', async () => {
    const caller = await aTenant();
    const { headers, body } = await caller.api.post(keysPath, { body: { name: 'x' } });
    const path = `${keysPath}?id=${body.id}`;
    const stale = await caller.api.delete(path, { headers: { 'if-match': '"999"' } });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
    const etag = String(headers.get('etag'));
    expect((await caller.api.delete(path, { headers: { 'if-match': etag } })).status).toBe(200);
  });

  it.each(['', '?id=', '?id=x'])('returns 400 for the query %j', async (query) => {
    const { api } = await aTenant();
    expect(await api.delete(`${keysPath}${query}`)).toMatchObject({
      status: 400,
      body: { details: [{ field: 'id' }] },
    });
  });

  it('needs the feature api_keys.delete', async () => {
    const { api, keyId } = await aTenant({ features: ['api_keys.view', 'api_keys.create'] });
    const answer = await api.delete(`${keysPath}?id=${keyId}`);
    expect(answer).toMatchObject({ status: 403, body: { required: ['api_keys.delete'] } });
  });
});
