/** Responses that set and clear the session cookies of browsers. */

import { sessionLimits } from '../../../kernel/auth/session-token.ts';
import {
  clearCookie,
  cookieValue,
  refreshCookie,
  sessionCookie,
  tokenCookie,
} from '../../../kernel/http/authentication/session-cookies.ts';
import { Reply } from '../../../kernel/http/reply.ts';
import type { Client } from '../../../kernel/http/types.ts';
import { safeRedirect } from './redirect.ts';
import type { SessionTokens } from './session-tokens.ts';

const sessionSecondsOf = ({ expiresAtMs }: SessionTokens, nowMs: number): number =>
  Math.floor((expiresAtMs - nowMs) / 1000);

/** Seconds for which a session token is valid: it ends with its session. */
export const tokenSecondsOf = (tokens: SessionTokens, nowMs: number): number =>
  Math.min(sessionLimits.tokenSeconds, sessionSecondsOf(tokens, nowMs));

/** The `Set-Cookie` headers that store a session until its tokens expire. */
export function cookiesOf(
  tokens: SessionTokens,
  { overPlainHttp }: Pick<Client, 'overPlainHttp'>,
  nowMs: number,
): string[] {
  return [
    sessionCookie(tokenCookie, tokens.token, {
      maxAgeSeconds: tokenSecondsOf(tokens, nowMs),
      overPlainHttp,
    }),
    sessionCookie(refreshCookie, tokens.refreshToken, {
      maxAgeSeconds: sessionSecondsOf(tokens, nowMs),
      overPlainHttp,
    }),
  ];
}

/** The response of a log-in: its tokens, also as cookies. */
export function loggedInReply(
  tokens: SessionTokens,
  { remember, redirect }: { remember: boolean; redirect: string | undefined },
  client: Pick<Client, 'overPlainHttp'>,
  nowMs: number,
) {
  const { token, refreshToken } = tokens;
  const answer = { ok: true as const, token, redirect: safeRedirect(redirect) };
  return new Reply(remember ? { ...answer, refreshToken } : answer, {
    cookies: cookiesOf(tokens, client, nowMs),
  });
}

/** The `Set-Cookie` headers that delete a session. */
export function clearedCookies({ overPlainHttp }: Client): string[] {
  return [tokenCookie, refreshCookie].map((name) => clearCookie(name, overPlainHttp));
}

export function refreshTokenOf(client: Client): string | undefined {
  return cookieValue(client, refreshCookie) || undefined;
}

/** The tokens with which a request names sessions: in a header or in either cookie, whether they are valid or not. */
export function tokensOf(client: Client): { tokens: string[]; refreshToken: string | undefined } {
  const tokens = [client.credential?.value, cookieValue(client, tokenCookie)].filter(
    (token) => token !== undefined,
  );
  return { tokens: [...new Set(tokens)], refreshToken: refreshTokenOf(client) };
}
