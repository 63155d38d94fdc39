import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { InvalidInputError, RateLimitedError } from '../../../shared/kernel/errors/errors.ts';
import { changePassword } from '../../../shared/modules/identity/sessions/own-account.ts';
import { findUser } from '../../../shared/modules/identity/users/user-store.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser, password } from '../../support/builders/users.ts';
import { send, type TestResponse } from '../../support/clients/api.ts';

const passwordPath = '/api/auth/password';
const newPassword = 'Colossus-1943';

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const tokensOf = async (user: UserRow, count: number): Promise<string[]> => {
  const sessions = await Promise.all(Array.from({ length: count }, () => aSession(user)));
  return sessions.map(({ token }) => token);
};
const change = (token: string, body: Record<string, unknown>): Promise<TestResponse> =>
  send('POST', passwordPath, { ...as(token), body });

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
    const [own = ''] = await tokensOf(user, 1);
    expect((await change(own, { currentPassword: password, newPassword })).status).toBe(200);
    expect((await findUser(user, user.id))?.pending).toEqual(user.pending);
  });
});
