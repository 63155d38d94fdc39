/** Exchanges a refresh token for a new session token. */
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { InvalidInputError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { Reply } from '../../../kernel/http/reply.ts';
import type { Visitor } from '../visitor.ts';
import { clearedCookies, cookiesOf, refreshTokenOf, tokenSecondsOf } from './session-replies.ts';
import * as sessions from './session-service.ts';

export const refreshLimits = {
  address: { name: 'refresh-address', limit: 60, windowSeconds: 60 },
  token: { name: 'refresh-token', limit: 15, windowSeconds: 60 },
} as const satisfies Record<string, RatePolicy>;

/**
 * New tokens for the refresh token in the body, or else in the cookie. Throws InvalidInputError if there is
 * none, RateLimitedError, and UnauthenticatedError, which makes a browser delete the session cookies.
 */
export async function refreshSession(
  { client, context: { nowMs } }: Visitor,
  { refreshToken: inBody }: { refreshToken?: string | undefined },
) {
  const refreshToken = inBody ?? refreshTokenOf(client);
  if (refreshToken === undefined) throw new InvalidInputError({ refreshToken: 'is required' });
  const address = addressKey(client.ip);
  await countAgainst(refreshLimits.address, address, nowMs);
  await countAgainst(refreshLimits.token, `${address} ${refreshToken}`, nowMs);
  const tokens = await sessions.refreshSession(refreshToken, nowMs).catch((error: unknown) => {
    if (inBody !== undefined || !(error instanceof UnauthenticatedError)) throw error;
    throw new UnauthenticatedError(clearedCookies(client));
  });
  const answer = { ok: true as const, accessToken: tokens.token, expiresIn: tokenSecondsOf(tokens, nowMs) };
  // Clients that store the refresh token themselves need no cookies.
  const cookies = inBody === undefined ? cookiesOf(tokens, client, nowMs) : [];
  return new Reply(answer, { cookies });
}
