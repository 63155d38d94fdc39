/** Settings and rights that name roles, organizations and features that do not exist any more. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anOrganization, organizationsPath } from '../../support/builders/directory.ts';
import {
  aMember,
  aRole,
  roleAclPath,
  rolesPath,
  setRoleAcl,
  userAclPath,
} from '../../support/builders/roles.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';

/** What a caller reads and sends back, with ids of things that are deleted in between. */
interface Naming {
  path: string;
  query?: string;
  settings: (ids: string[]) => object;
}

const connection = { issuer: 'https://login.example.com', clientId: 'platform' };
const ofRoles: Record<string, Naming> = {
  'the sign-in policy': {
    path: '/api/auth/policy',
    settings: (roles) => ({ requireFactor: false, roles, maxSessionHours: 8 }),
  },
  'the identity provider': {
    path: '/api/auth/provider',
    settings: (roles) => ({ ...connection, roles, groups: [{ group: 'staff', roles }] }),
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
  it.each(['role', 'user'] as const)('of a %s can be saved as they were read', async (kind) => {
    const home = await aTenant({ isSuperAdmin: true });
    const [path, { id }] =
      kind === 'role' ? [roleAclPath, await aRole(home)] : [userAclPath, await aMember(home)];
    const features = ['webhooks.view'];
    const settings = (organizations: string[]) => ({ [`${kind}Id`]: id, features, organizations });
    const naming: Naming = { path, query: `?${kind}Id=${id}`, settings };
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

it('groups of a provider that name a deleted organization can be saved as they were read', async () => {
  const home = await aTenant({ isSuperAdmin: true });
  const path = '/api/auth/provider';
  const organizationId = await anOrganization(home, { name: 'South' });
  const groups = [{ group: 'staff', roles: [], organizationId }];
  expect((await home.api.put(path, { body: { ...connection, groups } })).status).toBe(200);
  expect((await home.api.delete(`${organizationsPath}?id=${organizationId}`)).status).toBe(200);
  const { body, headers } = await readBack(home, { path, settings: () => ({}) });
  expect(body).toMatchObject({ groups });
  expect((await home.api.put(path, { body, headers })).status).toBe(200);
  const others = [{ group: 'staff', roles: [], organizationId: randomUUID() }];
  expect((await home.api.put(path, { body: { ...connection, groups: others } })).status).toBe(400);
});

it('a misspelt feature remains where it has been granted', async () => {
  const caller = await aTenant();
  const role = await aRole(caller, { features: ['webhooks.views'] });
  const features = ['webhooks.views', 'webhooks.view'];
  expect((await setRoleAcl(caller, role, { features })).status).toBe(200);
});
