import { toIso } from '../../shared/kernel/base/times.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { exchangeKey } from '../../shared/modules/identity/sessions/current-session-contract.ts';
import * as sessions from '../../shared/modules/identity/sessions/key-session.ts';
import { cookiesOf } from '../../shared/modules/identity/sessions/session-replies.ts';

export const handler = endpoint(exchangeKey, async ({ body, client }) => {
  const nowMs = Date.now();
  const tokens = await sessions.exchangeKey(body.key, client, nowMs);
  const { token, expiresAtMs } = tokens;
  const answer = { ok: true as const, token, expiresAt: toIso(expiresAtMs) };
  return new Reply(answer, { cookies: cookiesOf(tokens, client, nowMs) });
});
