/** Exchanges a refresh token for a new session token. */
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { InvalidInputError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import type { Client } from '../../../kernel/http/types.ts';
import { clearedCookies, refreshTokenOf } from './session-replies.ts';
import { refreshSession } from './session-service.ts';
import type { SessionTokens } from './session-tokens.ts';

export const refreshLimits = {
  address: { name: 'refresh-address', limit: 60, windowSeconds: 60 },
  token: { name: 'refresh-token', limit: 15, windowSeconds: 60 },
} as const satisfies Record<string, RatePolicy>;

/**
 * New tokens for the refresh token in the body, or else in the cookie. Throws InvalidInputError if there is
 * none, RateLimitedError, and UnauthenticatedError, which makes a browser delete the session cookies.
 */
export async function refresh(
  inBody: string | undefined,
  client: Client,
  nowMs: number,
): Promise<SessionTokens> {
  const refreshToken = inBody ?? refreshTokenOf(client);
  if (refreshToken === undefined) throw new InvalidInputError({ refreshToken: 'is required' });
  const address = addressKey(client.ip);
  await countAgainst(refreshLimits.address, address, nowMs);
  await countAgainst(refreshLimits.token, `${address} ${refreshToken}`, nowMs);
  return refreshSession(refreshToken, nowMs).catch((error: unknown) => {
    if (inBody !== undefined || !(error instanceof UnauthenticatedError)) throw error;
    throw new UnauthenticatedError(clearedCookies(client));
  });
}
