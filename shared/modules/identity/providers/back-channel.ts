/** Ends sessions when the identity provider says so (OpenID Connect Back-Channel Logout 1.0). */
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { removeSessions } from '../../../kernel/auth/session-store.ts';
import type { Client } from '../../../kernel/http/types.ts';
import { LogoutTokenInvalidError, ProviderUnavailableError } from '../errors.ts';
import type { Visitor } from '../visitor.ts';
import { IssuerUnavailableError, verifyToken } from './issuer.ts';
import { providerLimits } from './limits.ts';
import type { Claims, Provider } from './provider.ts';
import { findProvider } from './provider-store.ts';
import { endSessionsOf, findUserIdOf, rememberUse, wasUsed } from './sign-in-store.ts';

const logoutLimit = {
  name: 'provider-logout',
  limit: 300,
  windowSeconds: 60,
} as const satisfies RatePolicy;

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** Whether the claims and the type are those of a log-out token, and not of an ID token. Pure. */
function isLogoutToken({ events, nonce, sub, sid }: Claims, type: string | undefined): boolean {
  const isTyped = type === undefined || /^(?:application\/)?logout\+jwt$|^jwt$/i.test(type);
  const hasEvent = typeof events === 'object' && events !== null && logoutEvent in events;
  const namesSession = typeof sub === 'string' || typeof sid === 'string';
  return isTyped && hasEvent && nonce === undefined && namesSession;
}

async function verifiedClaims({ issuer, clientId }: Provider, token: string, nowMs: number): Promise<Claims> {
  try {
    const { claims, type } = await verifyToken(token, issuer, {
      audience: clientId,
      maxTokenAge: providerLimits.logoutTokenSeconds,
      requiredClaims: ['iat', 'jti', 'events'],
      currentDate: new Date(nowMs),
    });
    if (isLogoutToken(claims, type)) return claims;
  } catch (error) {
    // The provider repeats the request.
    if (error instanceof IssuerUnavailableError) throw new ProviderUnavailableError(error);
  }
  throw new LogoutTokenInvalidError();
}

/**
 * Ends the sessions that a log-out token names: those of its session at the provider, else all of its person. Throws
 * LogoutTokenInvalidError, RateLimitedError, ProviderUnavailableError.
 */
export async function endProviderSession(
  { client, context: { nowMs } }: Visitor<Pick<Client, 'ip'>>,
  { tenantId, logout_token: token }: { tenantId: string; logout_token: string },
) {
  await countAgainst(logoutLimit, addressKey(client.ip), nowMs);
  const scope = { tenantId };
  const provider = await findProvider(scope);
  if (!provider?.isEnabled) throw new LogoutTokenInvalidError();
  const { issuer } = provider;
  const { jti, sid, sub } = await verifiedClaims(provider, token, nowMs);
  if (await wasUsed(scope, issuer, String(jti))) throw new LogoutTokenInvalidError();
  if (typeof sid === 'string') await endSessionsOf(scope, issuer, sid);
  else {
    const userId = await findUserIdOf(scope, { issuer, subject: String(sub) });
    if (userId !== undefined) await removeSessions(scope, userId);
  }
  // Last, so that the provider can repeat a request that was interrupted.
  await rememberUse(scope, issuer, String(jti), nowMs);
  return { ok: true as const };
}
