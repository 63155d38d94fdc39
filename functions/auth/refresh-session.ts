import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { refreshSession } from '../../shared/modules/identity/sessions/contract.ts';
import { refresh } from '../../shared/modules/identity/sessions/refresh.ts';
import { cookiesOf, tokenSecondsOf } from '../../shared/modules/identity/sessions/session-replies.ts';

export const handler = endpoint(refreshSession, async ({ body, client }) => {
  const nowMs = Date.now();
  const tokens = await refresh(body.refreshToken, client, nowMs);
  const answer = { ok: true as const, accessToken: tokens.token, expiresIn: tokenSecondsOf(tokens, nowMs) };
  // Clients that store the refresh token themselves need no cookies.
  const cookies = body.refreshToken === undefined ? cookiesOf(tokens, client, nowMs) : [];
  return new Reply(answer, { cookies });
});
