/** Cross-site requests of browsers. */
import { describe, expect, it } from 'vitest';
import { aRule, aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser, password } from '../../support/builders/users.ts';
import { send } from '../../support/clients/api.ts';
import { browse, logIn } from '../../support/clients/browser-request.ts';
import { allowedOrigin } from '../../support/runtime/allowed-origin.ts';

const path = '/api/business_rules/rules';
const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };

async function aBrowser() {
  const { token } = await aSession(await aUser(await aTenant()));
  const post = (headers: Record<string, string>) =>
    browse('POST', path, {
      headers: { cookie: `auth_token=${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(aRule()),
    });
  return { token, post };
}

describe('a write that relies on the cookie', () => {
  it.each<[string, Record<string, string>]>([
    ['our own page', { 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['an allowed origin', { 'sec-fetch-site': 'cross-site', origin: allowedOrigin }],
    ['no browser at all', {}],
  ])('is accepted from %s', async (_, headers) => {
    const { post } = await aBrowser();
    expect((await post(headers)).status).toBe(201);
  });

  it('is accepted from an old browser with the same Origin', async () => {
    const { post } = await aBrowser();
    expect((await post({ host: 'api.example.com', origin: 'https://api.example.com' })).status).toBe(201);
  });

  it.each<[string, Record<string, string>]>([
    ['another site', evil],
    ['a neighbouring subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' }],
    ['a page without origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['another site in an old browser', { origin: 'https://evil.example' }],
  ])('is refused from %s, without effect', async (_, headers) => {
    const { post, token } = await aBrowser();
    const { status, body } = await post(headers);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'cross_site' });
    const list = await send<{ data: unknown[] }>('GET', path, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(list.body.data).toEqual([]);
  });
});

describe('a request of another site', () => {
  it('with an explicit credential is accepted', async () => {
    const { key, api } = await aTenant();
    expect((await api.post(path, { headers: evil, body: aRule() })).status).toBe(201);
    const headers = { ...evil, authorization: `Bearer ${key}` };
    const again = await send('POST', path, { headers, body: aRule({ ruleId: 'B' }) });
    expect(again.status).toBe(201);
  });

  it('that only reads is accepted, because no page of the other site can read the response', async () => {
    const { token } = await aBrowser();
    const headers = { ...evil, cookie: `auth_token=${token}` };
    const answer = await browse('GET', path, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('cannot log a user in or out or refresh a session', async () => {
    const user = await aUser(await aTenant());
    const { token, refreshToken } = await aSession(user);
    const cookie = `auth_token=${token}; session_token=${refreshToken}`;
    const answers = [
      await logIn({ email: user.email, password }, { headers: evil }),
      await browse('POST', '/api/auth/session/refresh', { headers: { ...evil, cookie } }),
      await browse('POST', '/api/auth/logout', { headers: { ...evil, cookie } }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { ok: false, code: 'cross_site' }, cookies: [] });
    }
    expect((await browse('GET', path, { headers: { cookie } })).status).toBe(200);
  });
});
