/** Conformance cases of sessions. */
import { expect } from 'vitest';
import { formOf } from '../../support/builders/users.ts';
import { apiFor, type RequestOptions } from '../../support/clients/api.ts';
import {
  anAddress,
  browse,
  cookieHeader,
  postForm,
  postJson,
} from '../../support/clients/browser-request.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { casesOf } from '../support/conformance.ts';
import {
  aKeySession,
  aMember,
  aNewKey,
  anEmail,
  aSession,
  aUser,
  exchangeKey,
  logIn,
  password,
} from '../support/people.ts';
import { aCaller, aKey, aSibling, aTenant } from '../support/stage.ts';

const { proves } = casesOf('identity');

const current = '/api/auth/session';
const refreshPath = '/api/auth/session/refresh';
const logoutPath = '/api/auth/logout';
const sessionsPath = '/api/auth/sessions';
const passwordPath = '/api/auth/password';
const rules = '/api/business_rules/rules';
const cleared = [
  'auth_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  'session_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
];
const anonymous = apiFor('');
const without: RequestOptions = { headers: { 'x-api-key': '' } };

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const statusWith = async (token: string) => (await apiFor(token).get(current)).status;
const refresh = (refreshToken: string) =>
  postJson<{ ok: boolean; accessToken: string; expiresIn: number }>(refreshPath, { refreshToken });

proves('log-in', async () => {
  const home = await aCaller();
  const { id, email, tenantId } = await aUser(home, { name: 'Ada' });
  const { status, body, cookies } = await logIn({ email: ` ${email.toUpperCase()} `, password, tenantId });
  expect(status).toBe(200);
  expect(body).toEqual({ ok: true, token: expect.any(String), redirect: '/' });
  const { organizationId: orgId } = home;
  const claims = claimsOf(body.token);
  expect(claims).toMatchObject({ sub: id, sid: expect.any(String), tenantId, orgId });
  expect(claims.exp - claims.iat).toBe(28_800);
  expect(cookies).toEqual([
    `auth_token=${body.token}; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax`,
    expect.stringMatching(/^session_token=[\w.-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax$/),
  ]);
  const credentials: Record<string, string>[] = [
    { cookie: cookieHeader(cookies) },
    { authorization: `Bearer ${body.token}` },
  ];
  for (const headers of credentials)
    expect((await browse('GET', current, { headers })).body).toMatchObject({
      ...{ kind: 'user', id, name: 'Ada', email, tenantId, organizationId: orgId, isSuperAdmin: false },
      ...{ features: [], expiresAt: expect.any(String) },
    });
});

proves('log-in-remember', async () => {
  const { body, cookies } = await logIn({ ...formOf(await aUser(await aCaller())), remember: 'TRUE' });
  expect(cookies[0]).toContain('Max-Age=28800;');
  expect(cookies[1]).toBe(
    `session_token=${body.refreshToken}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
  );
});

proves('log-in-form', async () => {
  const form = new FormData();
  const fields = { ...formOf(await aUser(await aCaller())), redirect: '//evil.example' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const multipart = new Response(form);
  const type = String(multipart.headers.get('content-type'));
  const body = new Uint8Array(await multipart.arrayBuffer());
  const answer = await browse('POST', '/api/auth/login', { headers: { 'content-type': type }, body });
  expect(answer).toMatchObject({ status: 200, body: { ok: true, redirect: '/' } });
  const own = await logIn({ ...fields, redirect: '/rules?page=2#top' });
  expect(own.body.redirect).toBe('/rules?page=2#top');
});

proves('log-in-refused', async () => {
  const home = await aCaller();
  const user = await aUser(home);
  const inactive = await aUser(home, { isActive: false });
  const form = formOf(user);
  const refused = [
    { ...form, email: anEmail() },
    { ...form, password: 'analytical-1' },
    { ...form, email: inactive.email },
    { ...form, tenantId: (await aTenant()).tenantId },
    { ...form, email: 'no address' },
  ];
  for (const fields of refused) {
    const answer = await logIn(fields);
    expect(answer).toMatchObject({ status: 401, cookies: [] });
    const error = expect.stringContaining('No account has this e-mail address and password.');
    expect(answer.body).toEqual({ ok: false, requestId: expect.any(String), code: 'login_failed', error });
  }
});

proves(
  'log-in-malformed',
  [
    ['application/json', '{"email":"a@example.com","password":"x"}', 400],
    ['text/plain', 'email=a', 400],
    ['multipart/form-data', 'x', 400],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disp', 400],
    ['application/x-www-form-urlencoded', 'email=a@example.com&password=a&password=b', 400],
    ['application/x-www-form-urlencoded', `email=a@example.com&password=${'x'.repeat(16_385)}`, 413],
  ] as const,
  async ([type, body, status]) => {
    const answer = await browse('POST', '/api/auth/login', { headers: { 'content-type': type }, body });
    expect(answer).toMatchObject({ status, body: { ok: false, error: expect.any(String) } });
  },
);

proves('log-in-tenants', async () => {
  const [one, two, three] = [await aTenant(), await aTenant(), await aTenant()];
  const email = anEmail();
  for (const home of [one, two]) await aUser(home, { email });
  const other = 'Difference-2';
  await aUser(three, { email, password: other });
  const { status, body } = await logIn({ email, password });
  expect({ status, body }).toMatchObject({ status: 409, body: { ok: false, code: 'tenant_required' } });
  const ids = Object(body).tenants.map(({ id }: { id: string }) => id);
  expect(ids.toSorted()).toEqual([one.tenantId, two.tenantId].toSorted());
  const entered = await logIn({ email, password, tenant: two.tenantId });
  expect(claimsOf(entered.body.token).tenantId).toBe(two.tenantId);
  const alone = await logIn({ email, password: other });
  expect(claimsOf(alone.body.token).tenantId).toBe(three.tenantId);
});

proves('log-in-limit', async () => {
  const from = anAddress();
  const form = { email: anEmail(), password: 'x', tenantId: (await aCaller()).tenantId };
  const send = () => postForm('/api/auth/login', form, { from });
  let answer = await send();
  for (let count = 0; count < 11 && answer.status !== 429; count++) answer = await send();
  expect(answer).toMatchObject({ status: 429, body: { ok: false, code: 'rate_limited' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
});

proves('key-session', async () => {
  const home = await aCaller();
  const { key, keyId } = home;
  const { status, body, cookies } = await exchangeKey(key);
  expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
  expect(JSON.stringify(body)).not.toContain(key);
  for (const [index, name] of ['auth_token', 'session_token'].entries())
    expect(cookies[index]).toMatch(new RegExp(`^${name}=.*; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax$`));
  const { expiresAt } = body;
  const answer = await browse('GET', current, { headers: { cookie: cookieHeader(cookies) } });
  expect(answer.body).toMatchObject({ kind: 'api_key', id: keyId, email: null, expiresAt });
  expect((await home.api.get(current)).body).toMatchObject({ kind: 'api_key', id: keyId, expiresAt: null });
});

proves(
  'key-session-refused',
  [
    [`pmk_${'0'.repeat(8)}.${'0'.repeat(48)}`, 401],
    ['open sesame', 401],
    [{ $ne: null }, 400],
    ['', 400],
    [undefined, 400],
  ],
  async ([key, expected]) => {
    const { status, cookies } = await exchangeKey(key);
    expect([status, cookies]).toEqual([expected, []]);
  },
);

proves('key-session-rights', async () => {
  const home = await aCaller();
  const sibling = await aSibling(home);
  const { api } = await aKeySession(await aKey({ ...home, features: ['business_rules.rules.view'] }));
  expect([(await api.get(rules)).status, (await api.get('/api/webhooks')).status]).toEqual([200, 403]);
  const { tenantId } = await aTenant();
  for (const query of [`organizationId=${sibling.organizationId}`, `tenantId=${tenantId}`])
    expect((await api.get(`${rules}?${query}`)).status).toBe(403);
});

proves('key-session-ends', async () => {
  const home = await aCaller();
  const { id, secret } = await aNewKey(home);
  const [first, path] = [await aKeySession({ key: secret }), `/api/api_keys/keys/${id}/rotate`];
  const rotate = (gracePeriodSeconds: number) =>
    home.api.post<{ secret: string }>(path, { body: { gracePeriodSeconds } });
  const { body } = await rotate(600);
  expect(await statusWith(first.token)).toBe(200);
  const second = await aKeySession({ key: body.secret });
  const last = await aKeySession({ key: (await rotate(600)).body.secret });
  expect(await Promise.all([first, second, last].map(({ token }) => statusWith(token)))).toEqual([
    401, 200, 200,
  ]);
  await home.api.delete(`/api/api_keys/keys?id=${id}`);
  expect([await statusWith(last.token), (await refresh(last.refreshToken)).status]).toEqual([401, 401]);
});

proves('key-session-expiry', async () => {
  const home = await aCaller();
  const expiresAt = new Date(Date.now() + 4_000).toISOString();
  const { secret } = await aNewKey(home, { expiresAt });
  const { body, cookies } = await exchangeKey(secret);
  expect(body.expiresAt).toBe(expiresAt);
  for (const cookie of cookies) expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeLessThanOrEqual(4);
  await eventually('the expiry', async () => ((await statusWith(body.token)) === 401 ? true : undefined));
});

proves('key-session-counts', async () => {
  const { key } = await aCaller({ perMinute: 1_000, perHour: 4 });
  const { api } = await aKeySession({ key });
  const remaining = async (of = api, query = '') => {
    const { headers } = await of.get(`${rules}?${query}`);
    return [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  };
  expect(await remaining()).toEqual(['4', '2']);
  expect(await remaining(api, 'format=csv')).toEqual(['4', '1']);
  expect(await remaining(apiFor(key))).toEqual(['4', '0']);
  expect((await api.get(rules)).status).toBe(429);
  expect((await postJson(`${current}/from-key`, { key })).status).toBe(429);
});

proves('key-session-account', async () => {
  const { key, keyId, tenantId, api: own } = await aCaller();
  const { api } = await aKeySession({ key });
  for (const caller of [api, own]) {
    expect((await caller.get(sessionsPath)).body).toEqual({ sessions: [] });
    const body = { currentPassword: password, newPassword: 'Colossus-1943' };
    expect(await caller.post(passwordPath, { body })).toMatchObject({
      status: 403,
      body: { code: 'session_required' },
    });
  }
  const { id } = await aMember({ api, tenantId });
  const trail = await own.get(`/api/audit_logs/actions?resourceId=${id}`);
  expect(trail.body).toMatchObject({ items: [{ actorType: 'api_key', actorId: keyId }] });
});

proves('refresh', async () => {
  const { token, refreshToken } = await aKeySession(await aCaller());
  const { status, body, cookies } = await refresh(refreshToken);
  const shown = { ok: true, accessToken: expect.any(String), expiresIn: expect.any(Number) };
  expect([status, body, cookies]).toEqual([200, shown, []]);
  expect(body.expiresIn).toBeGreaterThan(28_700);
  expect([await statusWith(token), await statusWith(body.accessToken)]).toEqual([200, 200]);
});

proves('refresh-cookie', [undefined, '{}'], async (body) => {
  const { refreshToken } = await aKeySession(await aCaller());
  const headers = { cookie: `session_token=${refreshToken}`, 'content-type': 'application/json' };
  const answer = await browse('POST', refreshPath, { headers, ...(body !== undefined && { body }) });
  expect(answer.cookies[0]).toContain(`auth_token=${answer.body.accessToken}; Path=/; Max-Age=28`);
  const renewed = { cookie: cookieHeader(answer.cookies) };
  expect((await browse('GET', current, { headers: renewed })).status).toBe(200);
});

proves('refresh-refused', async () => {
  const home = await aCaller();
  const [session, ended] = [await aKeySession(home), await aKeySession(home)];
  await apiFor(ended.token).post(logoutPath);
  const [sid = '', secret = ''] = session.refreshToken.split('.');
  const ofEnded = `${ended.refreshToken.split('.')[0]}.${secret}`;
  const wrong = [sid, `${sid}.`, `${sid}.${secret.slice(1)}`, session.token, ended.refreshToken, ofEnded];
  for (const one of wrong)
    expect(await refresh(one)).toMatchObject({ status: 401, body: { ok: false, code: 'unauthenticated' } });
  const dead = await browse('POST', refreshPath, { headers: { cookie: 'session_token=gone.gone' } });
  expect(dead).toMatchObject({ status: 401, cookies: cleared });
  expect(await browse('POST', refreshPath)).toMatchObject({
    status: 400,
    body: { ok: false, details: [{ field: 'refreshToken', message: 'is required' }] },
  });
});

proves(
  'log-out',
  [
    (_: string, refreshToken: string) => `session_token=${refreshToken}`,
    (token: string, refreshToken: string) =>
      `auth_token=${token.slice(0, -4)}AAAA; session_token=${refreshToken}`,
    (token: string) => `auth_token=${token}`,
  ],
  async (cookieOf) => {
    const home = await aCaller();
    const [{ token, refreshToken }, other] = [await aKeySession(home), await aKeySession(home)];
    const headers = { cookie: cookieOf(token, refreshToken) };
    expect(await browse('POST', logoutPath, { headers })).toMatchObject({
      status: 200,
      body: { ok: true },
      cookies: cleared,
    });
    expect([await statusWith(token), (await refresh(refreshToken)).status]).toEqual([401, 401]);
    expect([await statusWith(other.token), (await home.api.get(current)).status]).toEqual([200, 200]);
  },
);

proves('log-out-nothing', async () => {
  const caller = await aCaller();
  const { token, refreshToken } = await aKeySession(caller);
  const headers: Record<string, string>[] = [
    {},
    { authorization: 'Bearer a.b.c', cookie: 'auth_token=x; session_token=y.z' },
    { cookie: `session_token=${refreshToken.slice(0, -4)}AAAA` },
  ];
  for (const one of headers) {
    const { status, cookies } = await browse('POST', logoutPath, { headers: one });
    expect([status, cookies]).toEqual([200, cleared]);
  }
  expect((await caller.api.post(logoutPath)).body).toEqual({ ok: true });
  expect([await statusWith(token), (await caller.api.get(current)).status]).toEqual([200, 200]);
});

proves('dead-session-cookie', async () => {
  const { token } = await aKeySession(await aCaller());
  await apiFor(token).post(logoutPath);
  const { status, cookies } = await browse('GET', rules, { headers: { cookie: `auth_token=${token}` } });
  expect([status, cookies]).toEqual([401, cleared.slice(0, 1)]);
  expect((await anonymous.get(current, without)).status).toBe(401);
});

proves('session-list', async () => {
  const home = await aCaller();
  const user = await aUser(home);
  const first = await aSession(user);
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const userAgent = browser.padEnd(300, 'x');
  const { body } = await logIn({ ...user, password }, { headers: { 'user-agent': userAgent } });
  const list = async () =>
    (await first.api.get<{ sessions: Record<string, unknown>[] }>(sessionsPath)).body.sessions;
  const [latest, own, ...others] = await list();
  expect([latest?.isCurrent, own?.isCurrent, others]).toEqual([false, true, []]);
  const entry = { id: expect.stringMatching(/^[0-9a-f]{64}$/), ipAddress: expect.any(String) };
  const times = { createdAt: expect.stringMatching(/Z$/), expiresAt: expect.stringMatching(/Z$/) };
  const signIn = { method: 'password', factors: ['password'], factorAt: null, device: 'Firefox on Linux' };
  expect(latest).toEqual({
    ...{ ...entry, ...times, ...signIn },
    ...{ userAgent: userAgent.slice(0, 256), isCurrent: false, application: null },
  });
  expect((await apiFor(body.token).get(current)).body).toMatchObject(signIn);
  const foreign = await aKeySession(home);
  const end = (api = first.api) => api.delete(`${sessionsPath}?id=${latest?.id}`);
  expect((await end(foreign.api)).body).toEqual({ ok: true, ended: 0 });
  expect(await statusWith(body.token)).toBe(200);
  expect([(await end()).body, (await end()).body]).toEqual([
    { ok: true, ended: 1 },
    { ok: true, ended: 0 },
  ]);
  expect(await Promise.all([body.token, first.token].map(statusWith))).toEqual([401, 200]);
});

proves('end-others', async () => {
  const user = await aUser(await aCaller());
  const [own, other] = [await aSession(user), await aSession(user)];
  expect((await own.api.post(`${sessionsPath}/end-others`)).body).toEqual({ ok: true, ended: 1 });
  expect(await Promise.all([own.token, other.token].map(statusWith))).toEqual([200, 401]);
});

proves('change-password', async () => {
  const user = await aUser(await aCaller());
  const [own, other] = [await aSession(user), await aSession(user)];
  const newPassword = 'Colossus-1943';
  const change = (body: object) => own.api.post(passwordPath, { body });
  for (const [field, body] of [
    ['currentPassword', { currentPassword: 'Analytical-2', newPassword }],
    ['newPassword', { currentPassword: password, newPassword: 'weak' }],
  ] as const)
    expect(await change(body)).toMatchObject({ status: 400, body: { ok: false, details: [{ field }] } });
  expect(await statusWith(other.token)).toBe(200);
  expect((await change({ currentPassword: password, newPassword })).body).toEqual({ ok: true, ended: 1 });
  expect(await Promise.all([own.token, other.token].map(statusWith))).toEqual([200, 401]);
  expect((await logIn(formOf(user))).status).toBe(401);
  expect((await logIn({ ...formOf(user), password: newPassword })).status).toBe(200);
});
