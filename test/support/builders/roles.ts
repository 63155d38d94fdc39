/** Helpers for tests of users, roles and rights. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Acl } from '../../../shared/kernel/auth/acl.ts';
import { hashApiKey } from '../../../shared/kernel/auth/api-key.ts';
import type { Role, UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { callerKey } from '../../../shared/kernel/table/keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { findRole, insertRole } from '../../../shared/modules/identity/roles/role-store.ts';
import { startSession } from '../../../shared/modules/identity/sessions/session-service.ts';
import { findUser, insertUser } from '../../../shared/modules/identity/users/user-store.ts';
import { type Api, apiFor, type TestResponse } from '../clients/api.ts';
import { silently } from '../clients/silence.ts';
import { asTest, type TestCaller } from './tenants.ts';

export const rolesPath = '/api/auth/roles';
export const roleAclPath = '/api/auth/roles/acl';
export const usersPath = '/api/auth/users';
export const userAclPath = '/api/auth/users/acl';
/** Requires `business_rules.rules.view` and nothing else. */
export const probePath = '/api/business_rules/rules';
export const probeFeature = 'business_rules.rules.view';

function firstRevision() {
  const now = new Date().toISOString();
  return { revision: 1, createdAt: now, updatedAt: now };
}

/** A role, by default without features and for the caller's organization. */
export async function aRole(
  { tenantId, organizationId }: Pick<TestCaller, 'tenantId' | 'organizationId'>,
  acl: Partial<Acl> = {},
  name = `role ${randomUUID()}`,
): Promise<Role> {
  const role: Role = {
    ...{ id: randomUUID(), tenantId, name, users: 0, keys: 0, ...firstRevision() },
    acl: { features: [], isSuperAdmin: false, organizations: [organizationId], ...acl },
  };
  await silently(() => insertRole(role, asTest()));
  return role;
}

/** The stored role. */
export async function roleNow(role: Role): Promise<Role> {
  const found = await findRole(role, role.id);
  if (found === undefined) throw new Error('The role does not exist.');
  return found;
}

/** A user without a password who has the roles. */
export async function aMember(
  { tenantId, organizationId }: Pick<TestCaller, 'tenantId' | 'organizationId'>,
  roles: readonly Role[] = [],
  overrides: Partial<UserRow> = {},
): Promise<UserRow> {
  const user: UserRow = {
    ...{
      id: randomUUID(),
      tenantId,
      organizationId,
      email: `member-${randomUUID()}@example.com`,
      name: null,
    },
    ...{ roleIds: roles.map(({ id }) => id), acl: null, isActive: true, passwordHash: null },
    ...firstRevision(),
    ...overrides,
  };
  await insertUser(user, roles, asTest());
  return user;
}

/** The stored user. */
export async function userNow(user: UserRow): Promise<UserRow> {
  const found = await findUser(user, user.id);
  if (found === undefined) throw new Error('The user does not exist.');
  return found;
}

/** A client with a new session of the user. */
export async function loggedIn(user: UserRow): Promise<Api> {
  const { token } = await startSession(await userNow(user), { remember: false, nowMs: Date.now() });
  return apiFor(token);
}

/** The rights of the key's next request, as stored in its item. */
export async function rightsOfSecret(secret: string): Promise<Acl> {
  const item = await getItem(callerKey(hashApiKey(secret)));
  if (item === undefined) throw new Error('The key does not exist.');
  const { features, isSuperAdmin, organizations } = item as unknown as Acl;
  return { features, isSuperAdmin, organizations };
}

/** The status of a request that needs `probeFeature`. */
export async function probe(api: Api): Promise<number> {
  return (await api.get(probePath)).status;
}

export async function setRoleAcl(
  { api }: Pick<TestCaller, 'api'>,
  role: Pick<Role, 'id'>,
  acl: Partial<Acl>,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  return api.put(roleAclPath, { body: { roleId: role.id, ...acl }, headers });
}

/** The only row of a list that is filtered by id. */
export async function rowOf<Row>({ api }: Pick<TestCaller, 'api'>, path: string, id: string): Promise<Row> {
  const { status, body } = await api.get<{ items: Row[] }>(`${path}?id=${id}`);
  expect(status).toBe(200);
  const [row] = body.items;
  if (row === undefined) throw new Error(`The list has no row with the id ${id}.`);
  return row;
}
