import { describe, expect, it } from 'vitest';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { aNewKey, keysPath, listKeys, whoAmIPath } from '../../support/builders/api-keys.ts';
import { aRole } from '../../support/builders/roles.ts';
import { aKey, aSibling, aTenant } from '../../support/builders/tenants.ts';
import { apiFor, callsOf } from '../../support/clients/api.ts';

describe('GET /api/api_keys/keys', () => {
  it('shows each key as documented, newest first', async () => {
    const caller = await aTenant();
    const role = await aRole(caller);
    const made = await aNewKey(caller, { name: 'import', description: 'nightly', roles: [role.id] });
    const { items, ...page } = await listKeys(caller);
    expect(page).toEqual({ total: 2, page: 1, pageSize: 50, totalPages: 1 });
    expect(items[0]).toEqual({
      id: made.id,
      name: 'import',
      description: 'nightly',
      keyPrefix: made.keyPrefix,
      organizationId: caller.organizationId,
      organizationName: 'main',
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      lastUsedAt: null,
      expiresAt: null,
      requestsPerMinute: null,
      requestsPerHour: null,
      allowedAddresses: [],
      roles: [{ id: role.id, name: role.name }],
    });
    expect(items[1]).toMatchObject({ id: caller.keyId, lastUsedAt: expect.any(String), roles: [] });
  });

  it('shows when a key was last used', async () => {
    const caller = await aTenant();
    const made = await aNewKey(caller);
    const before = Date.now();
    await apiFor(made.secret).get(whoAmIPath);
    const used = (await listKeys(caller)).items.find(({ id }) => id === made.id);
    expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('returns pages with exact totals, and no pages if nothing matches', async () => {
    const caller = await aTenant();
    for (const name of ['one', 'two', 'three']) await aNewKey(caller, { name });
    const first = await listKeys(caller, 'pageSize=3');
    const second = await listKeys(caller, 'pageSize=3&page=2');
    expect(first.items.map(({ name }) => name)).toEqual(['three', 'two', 'one']);
    expect(second.items.map(({ name }) => name)).toEqual(['test key']);
    expect([first.total, second.total, first.totalPages]).toEqual([4, 4, 2]);
    const [last] = first.items;
    expect((await listKeys(caller, `id=${last?.id}`)).items.map(({ name }) => name)).toEqual(['three']);
    expect(await listKeys(caller, 'search=nothing')).toMatchObject({ items: [], total: 0, totalPages: 0 });
  });

  it('searches names and prefixes, in any case and literally', async () => {
    const caller = await aTenant();
    const made = await aNewKey(caller, { name: 'Import 100%' });
    for (const search of ['IMPORT', '100%', made.keyPrefix.slice(4).toUpperCase()]) {
      const { items } = await listKeys(caller, `search=${encodeURIComponent(search)}`);
      expect(
        items.map(({ id }) => id),
        search,
      ).toEqual([made.id]);
    }
    expect((await listKeys(caller, `search=${encodeURIComponent('%')}x`)).total).toBe(0);
  });

  it('sorts by name when asked', async () => {
    const caller = await aTenant();
    for (const name of ['b', 'C', 'a']) await aNewKey(caller, { name });
    const { items } = await listKeys(caller, 'sortField=name&sortDir=asc');
    expect(items.map(({ name }) => name)).toEqual(['a', 'b', 'C', 'test key']);
  });

  it.each(['pageSize=201', 'pageSize=x', 'page=0', 'sortField=secret', 'organizationId=x'])(
    'refuses %s',
    async (query) => {
      const { api } = await aTenant();
      expect([400, 403]).toContain((await api.get(`${keysPath}?${query}`)).status);
    },
  );

  it('needs the feature api_keys.view', async () => {
    const { api } = await aTenant({ features: ['api_keys.create', 'api_keys.delete'] });
    expect(await api.get(keysPath)).toMatchObject({ status: 403, body: { required: ['api_keys.view'] } });
  });

  it('shows keys of the whole tenant and of all organizations to callers who may select all', async () => {
    const caller = await aTenant();
    const sibling = await aSibling(caller);
    const admin = await aTenantAdmin(caller);
    const all = await listKeys(admin);
    expect(all.items.map(({ id }) => id)).toEqual([admin.keyId, sibling.keyId, caller.keyId]);
    const own = await listKeys(caller);
    expect({ ids: own.items.map(({ id }) => id), total: own.total }).toEqual({
      ids: [caller.keyId],
      total: 1,
    });
    const narrowed = await listKeys(admin, `organizationId=${sibling.organizationId}`);
    expect(narrowed.items.map(({ id }) => id)).toEqual([sibling.keyId]);
  });

  it('costs four requests for any number of keys', async () => {
    const caller = await aTenant();
    const roles = await Promise.all([aRole(caller), aRole(caller)]);
    for (const { id } of roles) await aNewKey(caller, { roles: [id] });
    await aKey(caller);
    const calls = await callsOf(await caller.api.get(keysPath));
    expect(calls.map(({ action }) => action)).toEqual([
      'UpdateItem',
      'Query',
      'BatchGetItem',
      'BatchGetItem',
    ]);
  });
});
