import { describe, expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { send } from '../../support/clients/api.ts';

const path = '/api/auth/feature-check';

describe('POST /api/auth/feature-check', () => {
  it('returns which of the features a user has', async () => {
    const acl = {
      features: ['webhooks.*', 'business_rules.rules.view'],
      isSuperAdmin: false,
      organizations: [],
    };
    const user = await aUser(await aTenant(), { acl });
    const { token } = await aSession(user);
    const features = ['webhooks.view', 'business_rules.rules.edit', 'webhooks.view', 'webhooks', '*'];
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await send('POST', path, { headers, body: { features } });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: false, granted: ['webhooks.view', 'webhooks'], userId: user.id });
  });

  it('returns ok if the caller has all of them, or none is requested', async () => {
    const { api, keyId } = await aTenant({ features: ['webhooks.view'] });
    const all = await api.post(path, { body: { features: ['webhooks.view'] } });
    expect(all.body).toEqual({ ok: true, granted: ['webhooks.view'], userId: `api_key:${keyId}` });
    const none = await api.post(path, { body: { features: [] } });
    expect(none.body).toEqual({ ok: true, granted: [], userId: `api_key:${keyId}` });
  });

  it('grants a super admin everything', async () => {
    const { api } = await aTenant({ features: [], isSuperAdmin: true });
    const { body } = await api.post(path, { body: { features: ['made.up', '*'] } });
    expect(body).toMatchObject({ ok: true, granted: ['made.up', '*'] });
  });

  it('accepts 50 features of 128 characters', async () => {
    const { api } = await aTenant();
    const features = Array.from({ length: 50 }, (_, index) => String(index).padEnd(128, 'x'));
    expect((await api.post(path, { body: { features } })).body).toMatchObject({
      ok: true,
      granted: features,
    });
  });

  it.each([
    ['no features', {}],
    ['a text', { features: 'webhooks.view' }],
    ['a number among them', { features: [1] }],
    ['an empty one', { features: [''] }],
    ['51 features', { features: Array.from({ length: 51 }, () => 'a') }],
    ['129 characters', { features: ['x'.repeat(129)] }],
    ['an array', []],
  ])('returns 400 for %s', async (_, body) => {
    const { api } = await aTenant();
    const answer = await api.post(path, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ ok: false, error: expect.any(String) });
  });
});
