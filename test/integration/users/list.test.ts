import { describe, expect, it } from 'vitest';
import type { UserRow } from '../../../shared/modules/identity/users/contract.ts';
import { aMember, aRole, usersPath } from '../../support/builders/roles.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

interface UserList {
  items: UserRow[];
  total: number;
  totalPages: number;
}

async function emails({ api }: TestCaller, query = ''): Promise<string[]> {
  const { status, body } = await api.get<UserList>(`${usersPath}?${query}`);
  expect(status).toBe(200);
  expect(body.total).toBe(body.items.length);
  return body.items.map(({ email }) => email);
}

async function aTeam() {
  const caller = await aTenant();
  const [support, billing] = [await aRole(caller), await aRole(caller)];
  const ada = await aMember(caller, [support], { email: 'ada@example.com', name: 'Ada 100% Lovelace' });
  const bob = await aMember(caller, [billing], { email: 'bob@example.com', name: 'Bob' });
  const cy = await aMember(caller, [support, billing], { email: 'cy@example.com', name: null });
  return { caller, support, billing, ada, bob, cy };
}

describe('GET /api/auth/users', () => {
  it('filters by id, name, role and search, alone and together', async () => {
    const { caller, support, billing, ada } = await aTeam();
    const [a, b, c] = ['ada@example.com', 'bob@example.com', 'cy@example.com'];
    expect(await emails(caller)).toEqual([a, b, c]);
    expect(await emails(caller, `id=${ada.id}`)).toEqual([a]);
    expect(await emails(caller, 'name=LOVE')).toEqual([a]);
    expect(await emails(caller, 'name=100%25')).toEqual([a]);
    expect(await emails(caller, 'name=%25')).toEqual([a]);
    expect(await emails(caller, 'search=B')).toEqual([b]);
    expect(await emails(caller, 'search=EXAMPLE.com')).toEqual([a, b, c]);
    expect(await emails(caller, `roleIds=${support.id}`)).toEqual([a, c]);
    expect(await emails(caller, `roleIds=${support.id},${billing.id}`)).toEqual([a, b, c]);
    expect(await emails(caller, `roleIds=${billing.id}&name=bob`)).toEqual([b]);
    expect(await emails(caller, `roleIds=${billing.id}&id=${ada.id}`)).toEqual([]);
    expect(await emails(caller, 'sortField=email&sortDir=desc')).toEqual([c, b, a]);
  });

  it.each(['id=7', 'roleIds=7', 'pageSize=201', 'page=0', 'sortField=passwordHash'])(
    'refuses ?%s',
    async (query) => {
      const { api } = await aTenant();
      expect((await api.get(`${usersPath}?${query}`)).status).toBe(400);
    },
  );

  it('returns whether the caller is a super admin', async () => {
    const caller = await aTenant();
    expect((await caller.api.get(usersPath)).body).toMatchObject({ isSuperAdmin: false });
    const everywhere = await aKey({ ...caller, isSuperAdmin: true });
    expect((await everywhere.api.get(usersPath)).body).toMatchObject({ isSuperAdmin: true });
  });

  it('never shows a password hash', async () => {
    const { caller } = await aTeam();
    const { body } = await caller.api.get(usersPath);
    expect(JSON.stringify(body)).not.toMatch(/scrypt|passwordHash/);
  });

  it('shows callers with some organizations only the users of these', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    await aMember(north, [], { email: 'north@example.com' });
    await aMember(south, [], { email: 'south@example.com' });
    await aMember(north, [], { email: 'nowhere@example.com', organizationId: null });
    expect(await emails(north)).toEqual(['north@example.com']);
    expect(await emails(south)).toEqual(['south@example.com']);
    const everywhere = await aKey({ ...north, isSuperAdmin: true });
    expect(await emails(everywhere)).toHaveLength(3);
    expect(await emails(everywhere, `organizationId=${south.organizationId}`)).toEqual(['south@example.com']);
    expect((await north.api.get(`${usersPath}?organizationId=${south.organizationId}`)).status).toBe(403);
  });

  it('costs the same number of requests for a page and for one user', async () => {
    const { caller } = await aTeam();
    const answer = await caller.api.get(usersPath);
    const actions = (await callsOf(answer)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['BatchGetItem', 'BatchGetItem', 'Query', 'UpdateItem'].toSorted());
  });

  it('demands auth.users.view', async () => {
    const { api } = await aTenant({ features: ['auth.roles.view'] });
    expect((await api.get(usersPath)).status).toBe(403);
  });
});
