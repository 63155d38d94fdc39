import { refreshSession } from '../../shared/auth/contract.ts';
import { refresh } from '../../shared/auth/refresh.ts';
import { cookiesOf } from '../../shared/auth/session-replies.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { sessionLimits } from '../../shared/identity/session-token.ts';

export const handler = endpoint(refreshSession, async ({ body, client }) => {
  const nowMs = Date.now();
  const tokens = await refresh(body.refreshToken, client, nowMs);
  const answer = { ok: true as const, accessToken: tokens.token, expiresIn: sessionLimits.tokenSeconds };
  // Whoever keeps the refresh token itself has no use for cookies.
  const cookies = body.refreshToken === undefined ? cookiesOf(tokens, client, nowMs) : [];
  return new Reply(answer, { cookies });
});
