/** Rate limits of passwords and refresh tokens. Each test uses its own address. */
import { describe, expect, it } from 'vitest';
import { countAgainst, type RatePolicy } from '../../../shared/kernel/auth/rate-limit.ts';
import { loginLimits } from '../../../shared/modules/identity/sessions/log-in.ts';
import { refreshLimits } from '../../../shared/modules/identity/sessions/refresh.ts';
import { hashPassword } from '../../../shared/modules/identity/users/password.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { anEmail, aSession, aUser, password } from '../../support/builders/users.ts';
import { aLoopbackAddress, logIn, postJson } from '../../support/clients/browser-request.ts';

const wrong = 'Analytical-2';

/** Counts this many requests in the windows of the next seconds, so that no window ends during the test. */
async function useUp(policy: RatePolicy, subject: string, count: number): Promise<void> {
  const windowMs = policy.windowSeconds * 1000;
  const nowMs = Date.now();
  // Both windows that the requests of this test can belong to.
  for (const atMs of [nowMs, nowMs + windowMs]) {
    for (let done = 0; done < count; done++) await countAgainst(policy, subject, atMs).catch(() => undefined);
  }
}

describe('log-in limits', () => {
  it('block a user name after five attempts, also with the correct password', async () => {
    const { email } = await aUser(await aTenant());
    const from = aLoopbackAddress();
    await useUp(loginLimits.person, `${from} ${email}`, 5);
    const { status, headers } = await logIn({ email: email.toUpperCase(), password }, { from });
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([429, '5']);
    expect((await logIn({ email, password })).status).toBe(200);
    expect((await logIn({ email: anEmail(), password }, { from })).status).toBe(401);
  });

  it('reset the attempts after a successful log-in', async () => {
    const { email } = await aUser(await aTenant());
    const from = aLoopbackAddress();
    for (let round = 0; round < 2; round++) {
      await useUp(loginLimits.person, `${from} ${email}`, 3);
      expect((await logIn({ email, password: wrong }, { from })).status).toBe(401);
      expect((await logIn({ email, password }, { from })).status).toBe(200);
    }
  });

  it('block an address after 20 attempts for any users', async () => {
    const from = aLoopbackAddress();
    await useUp(loginLimits.address, from, 20);
    const { status, headers } = await logIn({ email: anEmail(), password }, { from });
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([429, '20']);
    expect((await logIn({ email: anEmail(), password })).status).toBe(401);
  });

  it('block attempts from many addresses, but let users in from known addresses', async () => {
    const { email } = await aUser(await aTenant());
    const [home, elsewhere] = [aLoopbackAddress(), aLoopbackAddress()];
    expect((await logIn({ email, password }, { from: home })).status).toBe(200);
    await useUp(loginLimits.account, email, 30);
    expect((await logIn({ email, password: wrong }, { from: elsewhere })).status).toBe(429);
    expect((await logIn({ email, password }, { from: elsewhere })).status).toBe(429);
    expect((await logIn({ email, password }, { from: home })).status).toBe(200);
  });

  it('of one tenant do not block the log-in to another', async () => {
    const victim = await aUser(await aTenant());
    const stranger = await aTenant();
    const { email } = await aUser(stranger, { email: victim.email });
    const from = aLoopbackAddress();
    const { tenantId } = stranger;
    await useUp(loginLimits.account, `${email} ${tenantId}`, 30);
    await useUp(loginLimits.person, `${from} ${email} ${tenantId}`, 5);
    expect((await logIn({ email, password: wrong, tenantId }, { from })).status).toBe(429);
    expect((await logIn({ email, password, tenantId: victim.tenantId }, { from })).status).toBe(200);
  });

  it('are not reset or lifted by a log-in to another tenant that knows the address', async () => {
    const victim = await aUser(await aTenant());
    const own = 'Difference-2';
    const stranger = await aTenant();
    const { email } = await aUser(stranger, { email: victim.email, passwordHash: await hashPassword(own) });
    const from = aLoopbackAddress();
    await useUp(loginLimits.person, `${from} ${email}`, 3);
    expect((await logIn({ email, password: own }, { from })).status).toBe(200);
    await logIn({ email, password: wrong }, { from });
    expect((await logIn({ email, password: wrong }, { from })).status).toBe(429);
    const elsewhere = aLoopbackAddress();
    expect((await logIn({ email, password: own }, { from: elsewhere })).status).toBe(200);
    await useUp(loginLimits.account, email, 30);
    // The address is known for the other tenant only.
    expect((await logIn({ email, password }, { from: elsewhere })).status).toBe(401);
  });

  it('count every attempt, successful or not', async () => {
    const { email } = await aUser(await aTenant());
    const from = aLoopbackAddress();
    await useUp(loginLimits.address, from, 19);
    await logIn({ email, password: wrong }, { from });
    // The window may end between two requests; then the block of the previous one still applies.
    expect((await logIn({ email, password }, { from })).status).toBe(429);
  });
});

describe('refresh limits', () => {
  it.each([['token', 15] as const, ['address', 60] as const])(
    'block one %s after %i requests',
    async (kind, limit) => {
      const { refreshToken } = await aSession(await aUser(await aTenant()));
      const from = aLoopbackAddress();
      await useUp(refreshLimits[kind], kind === 'token' ? `${from} ${refreshToken}` : from, limit);
      const refresh = (more = {}) => postJson('/api/auth/session/refresh', { refreshToken }, more);
      const { status, headers } = await refresh({ from });
      expect([status, headers.get('x-ratelimit-limit')]).toEqual([429, String(limit)]);
      expect((await refresh()).status).toBe(200);
    },
  );
});
