import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { updateTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';
import { findUser } from '../../../shared/modules/identity/users/user-store.ts';
import { asTest, aTenant, close } from '../../support/builders/tenants.ts';
import { aUser, password } from '../../support/builders/users.ts';
import { logIn } from '../../support/clients/browser-request.ts';

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

async function anAccount() {
  const caller = await aTenant();
  return { caller, form: { email: (await aUser(caller)).email, password } };
}

describe('a refused log-in', () => {
  it('is the response in a closed tenant and a closed organization, until they are opened again', async () => {
    const { caller, form } = await anAccount();
    await close(caller, 'its tenant is closed');
    expect(await logIn(form)).toMatchObject({ status: 401, body: { code: 'login_failed' }, cookies: [] });
    await updateTenant({ context: asTest() }, { id: caller.tenantId, isActive: true });
    expect((await logIn(form)).status).toBe(200);
    await close(caller, 'its organization is closed');
    expect(await logIn(form)).toMatchObject({ status: 401, body: { code: 'login_failed' } });
  });
});

describe('an address of several tenants', () => {
  it('logs in with the tenant if more than four know the address, of which closed and deleted ones do not count', async () => {
    const { caller, form } = await anAccount();
    const others = await Promise.all(Array.from({ length: 5 }, () => aTenant()));
    for (const home of others) await aUser(home, { email: form.email, passwordHash: null });
    expect((await logIn(form)).status).toBe(401);
    const { body } = await logIn({ ...form, tenantId: caller.tenantId });
    expect(claimsOf(body.token)).toMatchObject({ tenantId: caller.tenantId });
    const [first, second] = others;
    if (first) await close(first, 'its tenant is closed');
    expect((await logIn(form)).status).toBe(401);
    if (second) await close(second, 'its tenant is deleted');
    expect(claimsOf((await logIn(form)).body.token)).toMatchObject({ tenantId: caller.tenantId });
  });
});

describe('an old password hash', () => {
  /** N = 2^10, r = 8, p = 1, as an earlier version might have stored it. Tests hash with p = 3. */
  function weakHash(): string {
    const salt = Buffer.alloc(16);
    const hash = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 });
    return ['scrypt', 10, 8, 1, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  it('is replaced by a stronger one at the next log-in, and the password stays valid', async () => {
    const user = await aUser(await aTenant(), { passwordHash: weakHash() });
    expect((await logIn({ email: user.email, password })).status).toBe(200);
    const { passwordHash } = (await findUser(user, user.id)) ?? {};
    expect(passwordHash).toMatch(/^scrypt\$10\$8\$3\$/);
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
