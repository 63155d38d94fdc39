import { randomUUID, scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { organizationKey } from '../../../shared/kernel/table/keys.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { updateTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';
import { findUser } from '../../../shared/modules/identity/users/user-store.ts';
import { asTest, aTenant, close } from '../../support/builders/tenants.ts';
import { anEmail, aUser, password } from '../../support/builders/users.ts';
import { callsOf } from '../../support/clients/api.ts';
import { logIn } from '../../support/clients/browser-request.ts';

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

async function anAccount() {
  const caller = await aTenant();
  const user = await aUser(caller);
  return { caller, user, form: { email: user.email, password } };
}

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
  });

  it('is the response in a closed tenant and a closed organization, until they are opened again', async () => {
    const { caller, form } = await anAccount();
    const { tenantId, organizationId } = caller;
    const setActive = (isActive: boolean) => updateTenant({ context: asTest() }, { id: tenantId, isActive });
    await setActive(false);
    expect(await logIn(form)).toMatchObject({ status: 401, body: { code: 'login_failed' }, cookies: [] });
    await setActive(true);
    expect((await logIn(form)).status).toBe(200);
    const organization = organizationKey({ tenantId }, organizationId);
    await updateItem({
      Key: { ...organization },
      UpdateExpression: 'SET isActive = :no',
      ExpressionAttributeValues: { ':no': false },
    });
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
