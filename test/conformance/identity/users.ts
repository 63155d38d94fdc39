/** Conformance cases of users. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { formOf } from '../../support/builders/users.ts';
import { casesOf } from '../support/conformance.ts';
import { aMember, anEmail, aRole, aSession, aUser, logIn, password } from '../support/people.ts';
import { type Caller, list, put, rowOf, userAcl, users } from '../support/people-lists.ts';
import { expectHidden } from '../support/rules.ts';
import { aCaller, aKey, aSibling, aTenant, theCaller } from '../support/stage.ts';

const { proves } = casesOf('identity');

const rules = '/api/business_rules/rules';
const view = 'business_rules.rules.view';

proves('user-created', async () => {
  const caller = await aCaller();
  const role = await aRole(caller);
  const address = anEmail();
  const email = ` ${address.toUpperCase()} `;
  const given = { email, password, name: 'Ada', roles: [role.name.toUpperCase(), role.id] };
  const { status, body } = await caller.api.post<{ id: string }>(users, { body: given });
  expect(status).toBe(201);
  const row = await rowOf(caller, users, body.id);
  expect(row).toEqual({
    ...{ id: body.id, email: address, name: 'Ada', roles: [role.name], roleIds: [role.id] },
    ...{ tenantId: caller.tenantId, tenantName: expect.any(String) },
    ...{ organizationId: caller.organizationId, organizationName: expect.any(String) },
    ...{ hasPassword: true, isActive: true, revision: 1 },
    ...{ createdAt: row.createdAt, updatedAt: row.createdAt },
  });
  const { tenantId } = caller;
  expect((await logIn({ email: address.toUpperCase(), password, tenantId })).status).toBe(200);
});

proves('password-rules', ['Ab-1', 'analytical-1', 'Analytical-x', 'Analytical1'], async (weak) => {
  const { api } = await theCaller();
  const body = { email: anEmail(), password: weak };
  expect(await api.post(users, { body })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'password' }] },
  });
});

proves('password-hidden', async () => {
  const caller = await aCaller();
  await aUser(caller);
  const shown = [await list(caller, users), (await caller.api.get('/api/audit_logs/actions')).body];
  expect(JSON.stringify(shown)).not.toMatch(/scrypt|passwordHash|Analytical-1/);
});

proves('email-unique', async () => {
  const caller = await aTenant();
  const email = anEmail();
  const post = (address: string) => caller.api.post('/api/auth/users/invite', { body: { email: address } });
  const answers = await Promise.all([email, email.toUpperCase(), email].map(post));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  const { body } = await post(email);
  expect(body).toMatchObject({ code: 'email_taken', fieldErrors: { email: 'is taken' } });
  const other = await aMember(caller);
  expect((await put(caller, { id: other.id, email })).status).toBe(409);
  await aMember(await aTenant(), { email });
});

proves('email-freed', async () => {
  const caller = await aCaller();
  const [user, other] = [await aMember(caller), await aMember(caller)];
  expect((await put(caller, { id: user.id, email: anEmail() })).status).toBe(200);
  expect((await put(caller, { id: other.id, email: user.email })).status).toBe(200);
  expect((await caller.api.delete(`${users}?id=${other.id}`)).body).toEqual({ ok: true });
  await aMember(caller, { email: user.email });
});

proves('email-taken-changes-nothing', async () => {
  const caller = await aCaller();
  const role = await aRole(caller, { features: [view] });
  const user = await aUser(caller, { roles: [role.id] });
  const { api } = await aSession(user);
  const { email } = await aMember(caller);
  for (const change of [{ password: 'Colossus-1943' }, { isActive: false }, { roles: [] }])
    expect((await put(caller, { id: user.id, email, ...change })).status).toBe(409);
  expect((await api.get(rules)).status).toBe(200);
  expect(await rowOf(caller, users, user.id)).toMatchObject({ email: user.email, revision: 1 });
});

proves(
  'user-partial-update',
  [
    ['email', 'new@example.com'],
    ['name', 'New'],
    ['name', null],
    ['isActive', false],
  ] as const,
  async ([field, value]) => {
    const caller = await aTenant();
    const role = await aRole(caller);
    const { id } = await aMember(caller, { name: 'Ada', roles: [role.id] });
    const before = await rowOf(caller, users, id);
    const { body, headers } = await put(caller, { id, [field]: value });
    expect(body).toEqual({ ok: true });
    const after = await rowOf(caller, users, id);
    const { updatedAt, revision } = after;
    expect(after).toEqual({ ...before, [field]: value, updatedAt, revision });
    expect(headers.get('etag')).toBe(`"${revision}"`);
  },
);

proves('user-roles', async () => {
  const caller = await aCaller();
  const [a, b] = [await aRole(caller, { features: [view] }), await aRole(caller)];
  const user = await aUser(caller, { roles: [b.id] });
  const { api } = await aSession(user);
  const status = async () => (await api.get(rules)).status;
  expect(await status()).toBe(403);
  await put(caller, { id: user.id, roles: [a.name.toUpperCase(), b.id] });
  expect(await status()).toBe(200);
  await put(caller, { id: user.id, roles: [] });
  expect(await status()).toBe(403);
});

proves('user-role-unknown', async () => {
  const caller = await aCaller();
  const user = await aMember(caller);
  const foreign = await aRole(await aTenant());
  for (const role of ['unknown', randomUUID(), foreign.id, foreign.name])
    for (const answer of [
      await caller.api.post(users, { body: { email: anEmail(), password, roles: [role] } }),
      await put(caller, { id: user.id, roles: [role] }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'roles' }] } });
});

proves('user-organization', async () => {
  const north = await aCaller();
  const south = await aSibling(north);
  const admin = await aKey({ ...north, isSuperAdmin: true });
  const { organizationId } = south;
  for (const place of [organizationId, null]) {
    const user = await aMember(north);
    const body = { email: anEmail(), password, organizationId: place };
    expect((await north.api.post(users, { body })).status).toBe(403);
    expect((await put(north, { id: user.id, organizationId: place })).status).toBe(403);
    expect((await put(admin, { id: user.id, organizationId: place })).status).toBe(200);
    expect((await rowOf(admin, users, user.id)).organizationId).toBe(place);
  }
});

proves('user-list', async () => {
  const caller = await aTenant();
  const [support, billing] = [await aRole(caller), await aRole(caller)];
  const [a, b, c] = ['a@example.com', 'b@example.com', 'c@example.com'];
  const ada = await aMember(caller, { email: a, name: 'Ada 100% Love', roles: [support.id] });
  await aMember(caller, { email: b, name: 'Bob', roles: [billing.id] });
  await aMember(caller, { email: c, roles: [support.id, billing.id] });
  const cases: [string, unknown[]][] = [
    ['', [a, b, c]],
    [`id=${ada.id}`, [a]],
    ['name=LOVE', [a]],
    ['name=100%25', [a]],
    ['search=BO', [b]],
    ['search=EXAMPLE.com', [a, b, c]],
    [`roleIds=${support.id}`, [a, c]],
    [`roleIds=${support.id},%20${billing.id}`, [a, b, c]],
    [`roleIds=${billing.id}&name=bob`, [b]],
    ['sortField=email&sortDir=desc', [c, b, a]],
  ];
  for (const [query, expected] of cases) {
    const { items, total } = await list(caller, users, query);
    expect([query, items.map(({ email }) => email), total]).toEqual([query, expected, expected.length]);
  }
  expect((await caller.api.get(`${users}?roleIds=7`)).status).toBe(400);
});

proves('user-list-scope', async () => {
  const north = await aTenant();
  const south = await aSibling(north);
  const [here, there] = [await aMember(north), await aMember(south)];
  const idsOf = async (caller: Caller, query = '') =>
    (await list(caller, users, query)).items.map(({ id }) => id);
  expect(await idsOf(north)).toEqual([here.id]);
  const admin = await aKey({ ...north, isSuperAdmin: true });
  expect((await idsOf(admin)).toSorted()).toEqual([here.id, there.id].toSorted());
  expect(await idsOf(admin, `organizationId=${south.organizationId}`)).toEqual([there.id]);
  expect((await north.api.get(`${users}?organizationId=${south.organizationId}`)).status).toBe(403);
  expect([await list(north, users), await list(admin, users)]).toMatchObject([
    { isSuperAdmin: false },
    { isSuperAdmin: true },
  ]);
});

proves('sessions-end', ['a new password', 'deactivation', 'deletion'], async (how) => {
  const caller = await aCaller();
  const user = await aUser(caller);
  const { api, refreshToken } = await aSession(user);
  const [{ id }, form] = [user, formOf(user)];
  const newPassword = 'Difference-2';
  const ended =
    how === 'deletion'
      ? await caller.api.delete(users, { body: { id } })
      : await put(caller, how === 'deactivation' ? { id, isActive: false } : { id, password: newPassword });
  expect(ended.status).toBe(200);
  const refreshed = await caller.api.post('/api/auth/session/refresh', { body: { refreshToken } });
  expect([(await api.get('/api/auth/session')).status, refreshed.status]).toEqual([401, 401]);
  expect((await logIn(form)).status).toBe(401);
  if (how === 'a new password') expect((await logIn({ ...form, password: newPassword })).status).toBe(200);
  if (how !== 'deactivation') return;
  await put(caller, { id, isActive: true });
  expect((await logIn(form)).status).toBe(200);
});

proves('own-account', async () => {
  const caller = await aCaller();
  const role = await aRole(caller, { features: ['auth.users.manage'] });
  const { id, ...user } = await aUser(caller, { roles: [role.id] });
  const session = await aSession({ id, ...user });
  for (const answer of [
    await session.api.delete(`${users}?id=${id}`),
    await put(session, { id, isActive: false }),
  ])
    expect(answer).toMatchObject({ status: 409, body: { code: 'own_account' } });
  expect((await put(session, { id, name: 'Me' })).status).toBe(200);
});

proves('user-isolation', async () => {
  const owner = await aCaller();
  const { id } = await aMember(owner);
  const strangers = [await aTenant(), await aSibling(owner)];
  const reaches = [
    ({ api }: Caller, of: string) => api.put(users, { body: { id: of, name: 'x' } }),
    ({ api }: Caller, of: string) => api.delete(`${users}?id=${of}`),
    ({ api }: Caller, of: string) => api.get(`${userAcl}?userId=${of}`),
    ({ api }: Caller, of: string) => api.put(userAcl, { body: { userId: of, features: ['a.view'] } }),
  ];
  await expectHidden(strangers, reaches, id);
  for (const stranger of strangers) expect(await rowOf(stranger, users, id)).toEqual({});
});
