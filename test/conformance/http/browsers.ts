import { expect, inject } from 'vitest';
import { aRule, type TestCaller } from '../../support/builders/tenants.ts';
import { browse, logIn } from '../../support/clients/browser-request.ts';
import { casesOf } from '../support/conformance.ts';
import { holdTest } from '../support/held.ts';
import { aKeySession, aSession, aUser, password } from '../support/people.ts';
import { aCaller, theCaller, unique } from '../support/stage.ts';

const { proves } = casesOf('http');

const rules = '/api/business_rules/rules';
const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };

/** An origin that the stage allows; skips the test without one. */
function allowedOrigin(): string {
  const { origin } = inject('stage');
  return origin === '' ? holdTest('needs --origin, one of CORS_ALLOWED_ORIGINS') : origin;
}

/** A caller with a session, and a write that only its cookie authenticates. */
async function aBrowser() {
  const caller = await aCaller();
  const { cookie } = await aKeySession(caller);
  const post = (headers: Record<string, string>) =>
    browse('POST', rules, {
      headers: { cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(aRule({ ruleId: unique('R') })),
    });
  return { caller, cookie, post };
}

const totalOf = async ({ api }: TestCaller): Promise<unknown> =>
  Object((await api.get(rules)).body.pagination).total;

proves('cross-site-cookie', async () => {
  const { caller, post } = await aBrowser();
  const refused: Record<string, string>[] = [
    evil,
    { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' },
    { 'sec-fetch-site': 'cross-site', origin: 'null' },
    { origin: 'https://evil.example' },
  ];
  for (const headers of refused)
    expect(await post(headers)).toMatchObject({ status: 403, body: { code: 'cross_site' } });
  expect(await totalOf(caller)).toBe(0);
  const accepted: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: new URL(inject('baseUrl')).origin },
    {},
  ];
  for (const headers of accepted) expect((await post(headers)).status).toBe(201);
});

proves('cross-site-allowed', async () => {
  const { post } = await aBrowser();
  expect((await post({ 'sec-fetch-site': 'cross-site', origin: allowedOrigin() })).status).toBe(201);
});

proves('cross-site-credential', async () => {
  const { api, key } = await aCaller();
  for (const headers of [evil, { ...evil, authorization: `Bearer ${key}` }])
    expect((await api.post(rules, { headers, body: aRule({ ruleId: unique('R') }) })).status).toBe(201);
});

proves('cross-site-read', async () => {
  const { cookie } = await aBrowser();
  const { status, headers } = await browse('GET', rules, { headers: { ...evil, cookie } });
  expect([status, headers.has('access-control-allow-origin')]).toEqual([200, false]);
});

proves('cross-site-session', async () => {
  const user = await aUser(await aCaller());
  const { cookie } = await aSession(user);
  const { email, tenantId } = user;
  const answers = [
    await logIn({ email, password, tenantId }, { headers: evil }),
    await browse('POST', '/api/auth/session/refresh', { headers: { ...evil, cookie } }),
    await browse('POST', '/api/auth/logout', { headers: { ...evil, cookie } }),
  ];
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 403, body: { ok: false, code: 'cross_site' }, cookies: [] });
  expect((await browse('GET', '/api/auth/session', { headers: { cookie } })).status).toBe(200);
});

const corsHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const preflight = (origin: string) =>
  browse('OPTIONS', rules, {
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'if-match,x-api-key',
    },
  });

proves(
  'cors-foreign',
  ['https://evil.example', 'http://app.example.com', 'https://app.example.com.evil.example', 'null'],
  async (origin) => {
    const { key } = await theCaller();
    const { status, headers } = await browse('GET', rules, { headers: { origin, 'x-api-key': key } });
    expect([status, corsHeaders(headers)]).toEqual([200, {}]);
    expect(corsHeaders((await preflight(origin)).headers)).toEqual({});
  },
);

const list = (text = '') => text.toLowerCase().split(/, */);

proves('cors-preflight', async () => {
  const origin = allowedOrigin();
  const { status, headers, body } = await preflight(origin);
  expect({ status, body }).toEqual({ status: 204, body: undefined });
  const cors = corsHeaders(headers);
  expect(cors).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
  });
  expect(list(cors['access-control-allow-methods'])).toEqual(
    expect.arrayContaining(['get', 'post', 'put', 'patch', 'delete']),
  );
  expect(list(cors['access-control-allow-headers'])).toEqual(
    expect.arrayContaining([
      'authorization',
      'content-type',
      'if-match',
      'mcp-protocol-version',
      'x-api-key',
    ]),
  );
});

proves('cors-allowed', [rules, `${rules}?format=csv`, '/api/webhooks?format=csv'], async (path) => {
  const origin = allowedOrigin();
  const { key } = await aCaller();
  const own = await browse('GET', path, { headers: { origin, 'x-api-key': key } });
  expect(own.status).toBe(200);
  expect(corsHeaders(own.headers)).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
  });
  const limits = ['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}`);
  expect(list(corsHeaders(own.headers)['access-control-expose-headers'])).toEqual(
    expect.arrayContaining([
      ...['etag', 'preference-applied', 'retry-after', 'www-authenticate', 'x-request-id'],
      ...limits,
    ]),
  );
  const refused = await browse('GET', path, { headers: { origin } });
  expect([refused.status, corsHeaders(refused.headers)['access-control-allow-origin']]).toEqual([
    401,
    origin,
  ]);
});
