/** The user of the demo. */
import { describe, expect, inject, it } from 'vitest';
import { ensureLogin } from '../../../lib/demo/data/login.ts';
import { hashPassword, passwordProblems } from '../../../shared/modules/identity/users/password.ts';
import {
  findByEmail,
  findUser,
  replacePasswordHash,
} from '../../../shared/modules/identity/users/user-store.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';
import { send } from '../../support/clients/api.ts';
import { logIn } from '../../support/clients/browser-request.ts';

const context = asTest();

describe('the demo user', () => {
  it('logs in with the credentials in access.json, and has every feature in its organization', async () => {
    const login = inject('login');
    expect(passwordProblems(login.password)).toEqual([]);
    const { status, body } = await logIn({ ...login });
    expect(status).toBe(200);
    const headers = { authorization: `Bearer ${body.token}` };
    const features = ['*', 'webhooks.secrets'];
    const check = await send('POST', '/api/auth/feature-check', { headers, body: { features } });
    expect(check.body).toMatchObject({ ok: true, granted: features });
    expect((await send('GET', '/api/business_rules/rules', { headers })).status).toBe(200);
  });

  it('keeps its password after restarts, even a changed one', async () => {
    const home = await aTenant();
    const first = await ensureLogin(home, undefined, context);
    expect(await ensureLogin(home, first, context)).toEqual(first);
    const known = (await findByEmail(first.email)).find(({ tenantId }) => tenantId === home.tenantId);
    const user = await findUser(home, known?.userId ?? '');
    expect(user).toMatchObject({ organizationId: home.organizationId });
    if (user) await replacePasswordHash(user, await hashPassword('Difference-2'));
    expect(await ensureLogin(home, first, context)).toEqual(first);
    expect((await logIn({ ...first })).status).toBe(200);
  });
});
