import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { UserRow } from '../../../shared/modules/identity/users/contract.ts';
import { hashPassword } from '../../../shared/modules/identity/users/password.ts';
import {
  aMember,
  aRole,
  loggedIn,
  probe,
  probeFeature,
  rowOf,
  userNow,
  usersPath,
} from '../../support/builders/roles.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { logIn, password } from '../../support/builders/users.ts';

const aBody = (overrides: Record<string, unknown> = {}) => ({
  email: `ada-${randomUUID()}@example.com`,
  password,
  ...overrides,
});

const put = ({ api }: TestCaller, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  api.put(usersPath, { body, headers });

/** Asserts that users, addresses, listing and counters of a tenant are consistent; returns the number of users. */
function assertNothingHalfWritten(tenantId: string): number {
  const items = itemsOf(tenantId);
  const users = items.filter(({ sk }) => sk === 'USER');
  const listed = items.filter(({ pk }) => pk.endsWith('#USERS'));
  const counted = items
    .filter(({ pk }) => pk.endsWith('#USERS#COUNT'))
    .reduce((sum, { n }) => sum + Number(n), 0);
  const named = (rows: typeof items, name: string) => new Map(rows.map((row) => [row.id, row[name]]));
  expect(named(listed, 'e')).toEqual(named(users, 'email'));
  expect(counted).toBe(users.length);
  return users.length;
}

describe('POST /api/auth/users', () => {
  it('creates a user in the organization of the caller, who can log in', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, {}, 'support');
    const body = aBody({ email: ' Ada.Lovelace@Example.com ', name: 'Ada', roles: ['SUPPORT', role.id] });
    const created = await caller.api.post(usersPath, { body });
    expect({ status: created.status, etag: created.headers.get('etag') }).toEqual({
      status: 201,
      etag: '"1"',
    });
    const id = String(created.body.id);
    const row = await rowOf<UserRow>(caller, usersPath, id);
    expect(row).toEqual({
      id,
      email: 'ada.lovelace@example.com',
      name: 'Ada',
      organizationId: caller.organizationId,
      organizationName: 'main',
      tenantId: caller.tenantId,
      tenantName: 'test tenant',
      roles: ['support'],
      roleIds: [role.id],
      hasPassword: true,
      isActive: true,
      createdAt: row.createdAt,
      updatedAt: row.createdAt,
      revision: 1,
    });
    const { status } = await logIn({
      email: 'ADA.lovelace@example.com',
      password,
      tenantId: caller.tenantId,
    });
    expect(status).toBe(200);
    expect(assertNothingHalfWritten(caller.tenantId)).toBe(1);
  });

  it.each([
    ['email', undefined],
    ['email', 'ada'],
    ['email', `${'a'.repeat(250)}@example.com`],
    ['password', undefined],
    ['password', 'Ab-1'],
    ['password', 'analytical-1'],
    ['password', 'Analytical-x'],
    ['password', 'Analytical1'],
    ['name', 'n'.repeat(121)],
    ['organizationId', 'north'],
    ['roles', 'support'],
    ['roles', ['unknown']],
    ['roles', [randomUUID()]],
    ['isActive', 'yes'],
  ])('refuses %s = %j', async (field, value) => {
    const caller = await aTenant();
    const { status, body } = await caller.api.post(usersPath, { body: aBody({ [field]: value }) });
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ field }]);
    expect(assertNothingHalfWritten(caller.tenantId)).toBe(0);
  });

  it('returns 409 for an existing address in any case, also for parallel requests', async () => {
    const caller = await aTenant();
    const post = (email: string) => caller.api.post(usersPath, { body: aBody({ email }) });
    const answers = await Promise.all(['a@example.com', 'A@example.com', 'a@EXAMPLE.com'].map(post));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const { body } = await post('A@example.com');
    expect(body).toMatchObject({ code: 'email_taken', fieldErrors: { email: 'is taken' } });
    expect(assertNothingHalfWritten(caller.tenantId)).toBe(1);
    expect(
      (await (await aTenant()).api.post(usersPath, { body: aBody({ email: 'a@example.com' }) })).status,
    ).toBe(201);
  });

  it('creates the user in a given organization that the caller can access', async () => {
    const caller = await aTenant();
    const sibling = await aSibling(caller);
    const { organizationId } = sibling;
    expect((await caller.api.post(usersPath, { body: aBody({ organizationId }) })).status).toBe(403);
    expect((await caller.api.post(usersPath, { body: aBody({ organizationId: null }) })).status).toBe(403);
    const superAdmin = await aKey({ ...caller, isSuperAdmin: true });
    const inSibling = await superAdmin.api.post(usersPath, { body: aBody({ organizationId }) });
    const nowhere = await superAdmin.api.post(usersPath, { body: aBody({ organizationId: null }) });
    expect([inSibling.status, nowhere.status]).toEqual([201, 201]);
    expect((await rowOf<UserRow>(sibling, usersPath, String(inSibling.body.id))).organizationId).toBe(
      organizationId,
    );
    const row = await rowOf<UserRow>(superAdmin, usersPath, String(nowhere.body.id));
    expect(row).toMatchObject({ organizationId: null, organizationName: null });
  });

  it('demands auth.users.manage', async () => {
    const { api } = await aTenant({ features: ['auth.users.view'] });
    expect((await api.post(usersPath, { body: aBody() })).status).toBe(403);
  });
});

describe('PUT /api/auth/users', () => {
  const newValues: [keyof UserRow, unknown][] = [
    ['email', 'new@example.com'],
    ['name', 'New Name'],
    ['name', null],
    ['isActive', false],
  ];

  it.each(newValues)('with %s = %j changes nothing else', async (field, value) => {
    const caller = await aTenant();
    const user = await aMember(caller, [await aRole(caller)], { name: 'Ada' });
    const before = await rowOf<UserRow>(caller, usersPath, user.id);
    const { status, body, headers } = await put(caller, { id: user.id, [field]: value });
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } });
    const after = await rowOf<UserRow>(caller, usersPath, user.id);
    expect(after).toEqual({
      ...before,
      [field]: value,
      updatedAt: after.updatedAt,
      revision: after.revision,
    });
    expect(headers.get('etag')).toBe(`"${after.revision}"`);
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(assertNothingHalfWritten(caller.tenantId)).toBe(1);
  });

  it('replaces roles by ids and names, and updates the counters', async () => {
    const caller = await aTenant();
    const [a, b, c] = [
      await aRole(caller, {}, 'a role'),
      await aRole(caller, {}, 'b role'),
      await aRole(caller, {}, 'c role'),
    ];
    const user = await aMember(caller, [a, b]);
    expect((await put(caller, { id: user.id, roles: [b.id, 'C ROLE'] })).status).toBe(200);
    expect((await userNow(user)).roleIds.toSorted()).toEqual([b.id, c.id].toSorted());
    const { body } = await caller.api.get<{ items: { name: string; usersCount: number }[] }>(
      '/api/auth/roles',
    );
    expect(body.items.map(({ usersCount }) => usersCount)).toEqual([0, 1, 1]);
    expect((await put(caller, { id: user.id, roles: ['unknown'] })).status).toBe(400);
  });

  it('changes an address, and frees the old one', async () => {
    const caller = await aTenant();
    const [user, other] = [await aMember(caller), await aMember(caller)];
    expect((await put(caller, { id: user.id, email: other.email.toUpperCase() })).status).toBe(409);
    expect((await put(caller, { id: user.id, email: 'moved@example.com' })).status).toBe(200);
    expect((await put(caller, { id: other.id, email: user.email })).status).toBe(200);
    expect((await put(caller, { id: user.id, email: 'MOVED@example.com', name: 'same' })).status).toBe(200);
    expect(assertNothingHalfWritten(caller.tenantId)).toBe(2);
  });

  it('returns 409 for an existing address, and neither ends sessions nor keeps the user from logging in', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: [probeFeature] });
    const user = await aMember(caller, [role], { passwordHash: await hashPassword(password) });
    const other = await aMember(caller);
    const session = await loggedIn(user);
    for (const change of [{ password: 'Colossus-1943' }, { isActive: false }, { roles: [] }])
      expect((await put(caller, { id: user.id, email: other.email, ...change })).status).toBe(409);
    expect(await probe(session)).toBe(200);
    expect(await userNow(user)).toMatchObject({ isActive: true, roleIds: [role.id], revision: 1 });
    expect((await logIn({ email: user.email, password, tenantId: caller.tenantId })).status).toBe(200);
  });

  it('returns 412 for a stale If-Match, and changes nothing', async () => {
    const caller = await aTenant();
    const user = await aMember(caller);
    expect((await put(caller, { id: user.id, name: 'one' }, { 'if-match': '"1"' })).status).toBe(200);
    expect((await put(caller, { id: user.id, name: 'two' }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await userNow(user)).name).toBe('one');
  });

  it('keeps all concurrent changes', async () => {
    const caller = await aTenant();
    const user = await aMember(caller);
    const role = await aRole(caller);
    const answers = await Promise.all([
      put(caller, { id: user.id, name: 'Ada' }),
      put(caller, { id: user.id, email: 'ada@example.com' }),
      put(caller, { id: user.id, roles: [role.id] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { name, email, roleIds, pending } = await userNow(user);
    expect({ name, email, roleIds, pending }).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      roleIds: [role.id],
      pending: undefined,
    });
  });

  it('returns 404 for a deleted or unknown user', async () => {
    const caller = await aTenant();
    expect((await put(caller, { id: randomUUID(), name: 'x' })).status).toBe(404);
    expect((await put(caller, { name: 'x' })).status).toBe(400);
  });
});

describe('DELETE /api/auth/users', () => {
  it('deletes a user, by id in the query or in the body, and frees address and roles', async () => {
    const caller = await aTenant();
    const role = await aRole(caller);
    const [first, second] = [await aMember(caller, [role]), await aMember(caller, [role])];
    expect((await caller.api.delete(`${usersPath}?id=${first.id}`)).body).toEqual({ ok: true });
    expect((await caller.api.delete(usersPath, { body: { id: second.id } })).status).toBe(200);
    expect((await caller.api.delete(`${usersPath}?id=${first.id}`)).status).toBe(404);
    expect((await caller.api.delete(`/api/auth/roles?id=${role.id}`)).status).toBe(200);
    expect((await caller.api.post(usersPath, { body: aBody({ email: first.email }) })).status).toBe(201);
    expect(assertNothingHalfWritten(caller.tenantId)).toBe(1);
  });

  it('returns 412 for a stale If-Match, and 400 without an id', async () => {
    const caller = await aTenant();
    const user = await aMember(caller);
    const remove = (ifMatch: string) =>
      caller.api.delete(`${usersPath}?id=${user.id}`, { headers: { 'if-match': ifMatch } });
    expect((await remove('"4"')).status).toBe(412);
    expect((await caller.api.delete(usersPath)).status).toBe(400);
    expect((await remove('"1"')).status).toBe(200);
  });
});
