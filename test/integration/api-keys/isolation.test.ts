import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { keysPath, listKeys, rotatePath, whoAmIPath } from '../../support/builders/api-keys.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';

const strangers: [string, (owner: TestCaller) => Promise<{ api: Api }>][] = [
  ['another tenant', () => aTenant()],
  ['another tenant’s administrator', async () => aTenantAdmin(await aTenant())],
  ['another organization of the tenant', (owner) => aSibling(owner)],
];

const reaches: [string, (api: Api, id: string, query?: string) => ReturnType<Api['post']>][] = [
  ['delete', (api, id, query = '') => api.delete(`${keysPath}?id=${id}${query && `&${query}`}`)],
  ['rotate', (api, id, query = '') => api.post(`${rotatePath(id)}?${query}`)],
];

describe.each(strangers)('%s', (_, aStranger) => {
  it.each(reaches)('cannot %s a key, and receives the response for unknown ids', async (_, reach) => {
    const owner = await aTenant();
    const { api } = await aStranger(owner);
    const foreign = await reach(api, owner.keyId);
    const unknown = await reach(api, randomUUID());
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect({ status: foreign.status, body: foreign.body }).toEqual({ status: 404, body: unknown.body });
    expect((await owner.api.get(whoAmIPath)).status).toBe(200);
  });

  it('neither lists nor finds foreign keys', async () => {
    const owner = await aTenant();
    const stranger = await aStranger(owner);
    for (const query of ['', 'search=test', 'sortField=name']) {
      const { items } = await listKeys(stranger, query);
      expect(items.map(({ id }) => id)).not.toContain(owner.keyId);
    }
  });

  it('cannot act in the owner’s organization', async () => {
    const owner = await aTenant();
    const { tenantId, organizationId, keyId } = owner;
    const { api } = await aStranger(owner);
    const scope = `tenantId=${tenantId}&organizationId=${organizationId}`;
    const answers = await Promise.all([
      api.get(`${keysPath}?${scope}`),
      api.post(keysPath, { body: { name: 'x', tenantId, organizationId } }),
      api.post(`${keysPath}?${scope}`, { body: { name: 'x' } }),
      ...reaches.map(([, reach]) => reach(api, keyId, scope)),
    ]);
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
    expect((await listKeys(owner)).items.map(({ id }) => id)).toEqual([keyId]);
  });
});

describe('a key of the whole tenant', () => {
  it('is not accessible to callers of one organization', async () => {
    const caller = await aTenant();
    const admin = await aTenantAdmin(caller);
    for (const [name, reach] of reaches)
      expect((await reach(caller.api, admin.keyId)).status, name).toBe(404);
    expect((await listKeys(caller)).items.map(({ id }) => id)).toEqual([caller.keyId]);
  });
});
