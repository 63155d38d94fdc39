/** Settings and rights that name roles and organizations which were deleted since. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anOrganization, organizationsPath } from '../../support/builders/directory.ts';
import { aMember, aRole, roleAclPath, rolesPath, userAclPath } from '../../support/builders/roles.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';

const policyPath = '/api/auth/policy';
const providerPath = '/api/auth/provider';

/** What a caller reads and sends back, with ids of things that are deleted in between. */
interface Naming {
  path: string;
  query?: string;
  settings: (ids: string[]) => object;
}

const ofRoles: Record<string, Naming> = {
  'the sign-in policy': {
    path: policyPath,
    settings: (roles) => ({ requireFactor: false, roles, maxSessionHours: 8 }),
  },
  'the identity provider': {
    path: providerPath,
    settings: (roles) => ({
      issuer: 'https://login.example.com',
      clientId: 'platform',
      roles,
      groups: [{ group: 'staff', roles }],
    }),
  },
};

async function readBack({ api }: TestCaller, { path, query = '' }: Naming) {
  const { status, body, headers } = await api.get(`${path}${query}`);
  expect(status).toBe(200);
  return { body, headers: { 'if-match': headers.get('etag') ?? '' } };
}

describe('settings that name a deleted role', () => {
  it.each(Object.entries(ofRoles))('%s can be saved as it was read', async (_, naming) => {
    const home = await aTenant();
    const [kept, deleted] = [await aRole(home), await aRole(home)];
    const save = (settings: object, headers = {}) => home.api.put(naming.path, { body: settings, headers });
    expect((await save(naming.settings([kept.id, deleted.id]))).status).toBe(200);
    expect((await home.api.delete(`${rolesPath}?id=${deleted.id}`)).status).toBe(200);
    const { body, headers } = await readBack(home, naming);
    expect((await save(body, headers)).status).toBe(200);
    expect((await readBack(home, naming)).body).toMatchObject(naming.settings([kept.id]));
    const unknown = await save(naming.settings([randomUUID()]));
    expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});

describe('rights that name a deleted organization', () => {
  it.each<[string, (home: TestCaller) => Promise<Naming>]>([
    [
      'a role',
      async (home) => {
        const { id: roleId } = await aRole(home);
        const settings = (organizations: string[]) => ({
          roleId,
          features: ['webhooks.view'],
          organizations,
        });
        return { path: roleAclPath, query: `?roleId=${roleId}`, settings };
      },
    ],
    [
      'a user',
      async (home) => {
        const { id: userId } = await aMember(home);
        const settings = (organizations: string[]) => ({
          userId,
          features: ['webhooks.view'],
          organizations,
        });
        return { path: userAclPath, query: `?userId=${userId}`, settings };
      },
    ],
  ])('of %s can be saved as they were read', async (_, namingOf) => {
    const home = await aTenant({ isSuperAdmin: true });
    const naming = await namingOf(home);
    const organization = await anOrganization(home, { name: 'South' });
    const named = naming.settings([home.organizationId, organization]);
    expect((await home.api.put(naming.path, { body: named })).status).toBe(200);
    expect((await home.api.delete(`${organizationsPath}?id=${organization}`)).status).toBe(200);
    const { body, headers } = await readBack(home, naming);
    const changed = { ...named, ...body, features: ['webhooks.*'] };
    expect((await home.api.put(naming.path, { body: changed, headers })).status).toBe(200);
    const unknown = { body: naming.settings([randomUUID()]) };
    expect((await home.api.put(naming.path, unknown)).status).toBe(400);
  });
});
