import { randomUUID, scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { organizationKey } from '../../../shared/kernel/table/keys.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { updateTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';
import { hashPassword } from '../../../shared/modules/identity/users/password.ts';
import { findUser } from '../../../shared/modules/identity/users/user-store.ts';
import { aMember, aRole } from '../../support/builders/roles.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';
import {
  anEmail,
  aUser,
  browse,
  cookieHeader,
  logIn,
  loginPath,
  password,
} from '../../support/builders/users.ts';
import { callsOf, send } from '../../support/clients/api.ts';

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

async function anAccount() {
  const caller = await aTenant();
  const user = await aUser(caller);
  return { caller, user, form: { email: user.email, password } };
}

describe('POST /api/auth/login', () => {
  it('returns a session token that other endpoints accept', async () => {
    const { caller, user, form } = await anAccount();
    const { status, body } = await logIn(form);
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, token: expect.any(String), redirect: '/' });
    expect(claimsOf(body.token)).toMatchObject({
      sub: user.id,
      sid: expect.stringMatching(/^[\w-]{32}$/),
      tenantId: caller.tenantId,
      orgId: caller.organizationId,
    });
    const rules = await send('GET', '/api/business_rules/rules', {
      headers: { authorization: `Bearer ${body.token}` },
    });
    expect(rules.status).toBe(200);
  });

  it('sets both tokens as HttpOnly cookies for eight hours', async () => {
    const { form } = await anAccount();
    const { cookies, body } = await logIn(form);
    expect(cookies).toEqual([
      `auth_token=${body.token}; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax`,
      expect.stringMatching(/^session_token=[\w.-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax$/),
    ]);
    const headers = { cookie: cookieHeader(cookies) };
    expect((await browse('GET', '/api/business_rules/rules', { headers })).status).toBe(200);
  });

  it.each(['on', 'TRUE'])('keeps the session for 30 days with remember=%s', async (remember) => {
    const { form } = await anAccount();
    const { cookies, body } = await logIn({ ...form, remember });
    const cookie = cookies.find((line) => line.startsWith('session_token='));
    expect(cookie).toBe(
      `session_token=${body.refreshToken}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
    );
    expect(cookies[0]).toContain('Max-Age=28800;');
  });

  it.each([['off'], ['']])('returns no refresh token with remember=%j', async (remember) => {
    const { form } = await anAccount();
    const { status, body } = await logIn({ ...form, remember });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('refreshToken');
  });

  it('accepts a multipart form and an address in any case', async () => {
    const { form } = await anAccount();
    const data = new FormData();
    data.set('email', ` ${form.email.toUpperCase()} `);
    data.set('password', password);
    const multipart = new Response(data);
    const { status, body } = await browse('POST', loginPath, {
      headers: { 'content-type': String(multipart.headers.get('content-type')) },
      body: new Uint8Array(await multipart.arrayBuffer()),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true });
  });

  it.each([
    ['/rules?page=2#top', '/rules?page=2#top'],
    ['//evil.example', '/'],
  ])('redirects for redirect=%s to %s', async (redirect, expected) => {
    const { form } = await anAccount();
    expect((await logIn({ ...form, redirect })).body).toMatchObject({ redirect: expected });
  });
});

describe('a user with roles', () => {
  it('starts a session with the rights of the roles', async () => {
    const home = await aTenant();
    const role = await aRole(home, { features: ['webhooks.*'] });
    const member = await aMember(home, [role], { passwordHash: await hashPassword(password) });
    const { body } = await logIn({ email: member.email, password });
    const check = await send('POST', '/api/auth/feature-check', {
      headers: { authorization: `Bearer ${body.token}` },
      body: { features: ['webhooks.view', 'business_rules.rules.view'] },
    });
    expect(check.body).toMatchObject({ granted: ['webhooks.view'] });
  });
});

describe('a refused log-in', () => {
  it('has the same response and the same number of requests for every reason', async () => {
    const { caller, user, form } = await anAccount();
    const inactive = await aUser(caller, { isActive: false });
    const leaving = await aUser(caller, {
      pending: { organizationId: null, roleIds: [], acl: null, isActive: false },
    });
    const unable = await aUser(caller, { passwordHash: null });
    const shared = anEmail();
    await aUser(caller, { email: shared });
    await aUser(await aTenant(), { email: shared });
    const crowded = anEmail();
    for (let count = 0; count < 5; count++) await aUser(await aTenant(), { email: crowded });
    const refused: Record<string, string>[] = [
      { email: anEmail(), password },
      { email: form.email, password: 'Analytical-2' },
      { email: form.email, password: password.toLowerCase() },
      { email: inactive.email, password },
      { email: leaving.email, password },
      { email: unable.email, password },
      { email: shared, password: 'Analytical-2' },
      { email: crowded, password },
      { email: user.email, password, tenantId: randomUUID() },
      { email: user.email, password, tenantId: (await aTenant()).tenantId },
      { email: 'no address', password },
    ];
    for (const fields of refused) {
      const answer = await logIn(fields);
      expect(answer, JSON.stringify(fields)).toMatchObject({ status: 401, cookies: [] });
      expect(answer.body).toEqual({
        ok: false,
        requestId: expect.any(String),
        code: 'login_failed',
        error: expect.stringContaining('No account has this e-mail address and password.'),
      });
      const actions = (await callsOf(answer)).map(({ action }) => action);
      expect(actions).toEqual(['UpdateItem', 'UpdateItem', 'UpdateItem', 'Query', 'BatchGetItem']);
    }
  }, 60_000);

  it('is the response in a closed tenant and a closed organization, until they are opened again', async () => {
    const { caller, form } = await anAccount();
    const { tenantId, organizationId } = caller;
    const noTenant = { tenantId: null };
    const close = (isActive: boolean) =>
      updateTenant({ id: tenantId, isActive }, undefined, noTenant, asTest());
    await close(false);
    expect(await logIn(form)).toMatchObject({ status: 401, body: { code: 'login_failed' }, cookies: [] });
    await close(true);
    expect((await logIn(form)).status).toBe(200);
    const organization = organizationKey({ tenantId }, organizationId);
    await updateItem({
      Key: { ...organization },
      UpdateExpression: 'SET isActive = :no',
      ExpressionAttributeValues: { ':no': false },
    });
    expect(await logIn(form)).toMatchObject({ status: 401, body: { code: 'login_failed' } });
  });

  it.each([
    ['no password', { email: 'a@example.com' }, 'password'],
    ['an empty password', { email: 'a@example.com', password: '' }, 'password'],
    ['no address', { password }, 'email'],
    ['a tenant id in another format', { email: 'a@example.com', password, tenantId: 'acme' }, 'tenantId'],
    ['an invalid value of remember', { email: 'a@example.com', password, remember: 'maybe' }, 'remember'],
  ])('returns 400 for %s', async (_, fields, field) => {
    const { status, body } = await logIn(fields as Record<string, string>);
    expect(status).toBe(400);
    expect(body).toMatchObject({ ok: false, code: 'invalid_input', details: [{ field }] });
  });

  it('returns 400 for a field that was sent twice', async () => {
    const { user } = await anAccount();
    const twice = new URLSearchParams([
      ['email', user.email],
      ['password', password],
      ['password', 'Analytical-2'],
    ]);
    const { status, body } = await logIn(twice);
    expect(status).toBe(400);
    expect(body).toMatchObject({ details: [{ field: 'password' }] });
  });

  it.each([
    ['JSON', 'application/json', JSON.stringify({ email: 'a@example.com', password })],
    ['plain text', 'text/plain', 'email=a'],
    ['a multipart form without boundary', 'multipart/form-data', 'x'],
    ['a multipart form that ends early', 'multipart/form-data; boundary=x', '--x\r\nContent-Disp'],
  ])('returns 400 for %s', async (_, contentType, body) => {
    const answer = await browse('POST', loginPath, { headers: { 'content-type': contentType }, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ ok: false, code: 'malformed_body' });
  });

  it('returns 413 for a form over 16 KiB', async () => {
    const { status } = await logIn({ email: 'a@example.com', password: 'x'.repeat(16_385) });
    expect(status).toBe(413);
  });
});

describe('an address of several tenants', () => {
  const other = 'Difference-2';

  it('logs in to the tenant of the password, also after another tenant creates a user with the address', async () => {
    const { caller, form } = await anAccount();
    const stranger = await aTenant();
    const created = await stranger.api.post('/api/auth/users', {
      body: { email: form.email, password: other },
    });
    expect(created.status).toBe(201);
    const { status, body } = await logIn(form);
    expect(status).toBe(200);
    expect(claimsOf(body.token)).toMatchObject({ tenantId: caller.tenantId });
    const theirs = await logIn({ ...form, password: other });
    expect(claimsOf(theirs.body.token)).toMatchObject({ tenantId: stranger.tenantId });
  });

  it('with the same password in several must name one of the tenants in which it matches', async () => {
    const homes = [await aTenant(), await aTenant(), await aTenant()];
    const [one, two, third] = homes;
    const email = anEmail();
    for (const home of [one, two]) if (home) await aUser(home, { email });
    if (third) await aUser(third, { email, passwordHash: await hashPassword(other) });
    const { status, body } = await logIn({ email, password });
    expect(status).toBe(409);
    expect(body).toMatchObject({ ok: false, code: 'tenant_required' });
    const tenants = [one, two].map((home) => ({ id: home?.tenantId, name: 'test tenant' }));
    expect(new Set(Object(body).tenants)).toEqual(new Set(tenants));
    for (const name of ['tenantId', 'tenant']) {
      const entered = await logIn({ email, password, [name]: String(two?.tenantId) });
      expect(claimsOf(entered.body.token)).toMatchObject({ tenantId: two?.tenantId });
    }
  });

  it('logs in with the tenant if more than four know the address', async () => {
    const { caller, form } = await anAccount();
    for (let count = 0; count < 4; count++) await aUser(await aTenant(), { email: form.email });
    expect((await logIn(form)).status).toBe(401);
    const { body } = await logIn({ ...form, tenantId: caller.tenantId });
    expect(claimsOf(body.token)).toMatchObject({ tenantId: caller.tenantId });
  });
});

describe('an old password hash', () => {
  /** N = 2^10, r = 8, p = 1, as an earlier version might have stored it. */
  function weakHash(): string {
    const salt = Buffer.alloc(16);
    const hash = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 });
    return ['scrypt', 10, 8, 1, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  it('is replaced by a stronger one at the next log-in, and the password stays valid', async () => {
    const user = await aUser(await aTenant(), { passwordHash: weakHash() });
    expect((await logIn({ email: user.email, password })).status).toBe(200);
    const { passwordHash } = (await findUser(user, user.id)) ?? {};
    expect(passwordHash).toMatch(/^scrypt\$15\$8\$3\$/);
    expect((await logIn({ email: user.email, password })).status).toBe(200);
    expect((await logIn({ email: user.email, password: 'Analytical-2' })).status).toBe(401);
    expect((await findUser(user, user.id))?.passwordHash).toBe(passwordHash);
  });

  it('allows several parallel log-ins', async () => {
    const user = await aUser(await aTenant(), { passwordHash: weakHash() });
    const form = { email: user.email, password };
    const answers = await Promise.all([logIn(form), logIn(form), logIn(form)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
