import { afterEach, describe, expect, it, vi } from 'vitest';
import { InvalidInputError, RateLimitedError } from '../../../shared/kernel/errors/errors.ts';
import { changePassword } from '../../../shared/modules/identity/sessions/own-account.ts';
import { findUser } from '../../../shared/modules/identity/users/user-store.ts';
import { loggedIn } from '../../support/builders/roles.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';
import { aUser, password } from '../../support/builders/users.ts';

const newPassword = 'Colossus-1943';

afterEach(() => vi.unstubAllEnvs());

describe('POST /api/auth/password', () => {
  it('allows five attempts and then none, not even with the correct password', async () => {
    vi.stubEnv('RATE_LIMITS', 'on');
    const user = await aUser(await aTenant());
    const { tenantId, id: userId } = user;
    const context = { ...asTest(), nowMs: Date.parse('2026-03-01T10:00:00.000Z') };
    const caller = { principal: { tenantId }, session: { userId, sessionSha256: '' }, context };
    const attempt = (currentPassword: string) => changePassword(caller, { currentPassword, newPassword });
    for (let count = 0; count < 5; count++) {
      await expect(attempt('Analytical-2')).rejects.toThrow(InvalidInputError);
    }
    await expect(attempt(password)).rejects.toThrow(RateLimitedError);
  });

  it('keeps a concurrent change of the user', async () => {
    const user = await aUser(await aTenant(), {
      pending: { organizationId: null, roleIds: [], acl: null, isActive: true },
      pendingSince: 1,
    });
    const body = { currentPassword: password, newPassword };
    expect((await (await loggedIn(user)).post('/api/auth/password', { body })).status).toBe(200);
    expect((await findUser(user, user.id))?.pending).toEqual(user.pending);
  });
});
