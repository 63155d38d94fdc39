import { logIn } from '../../shared/auth/contract.ts';
import * as auth from '../../shared/auth/log-in.ts';
import { safeRedirect } from '../../shared/auth/redirect.ts';
import { cookiesOf } from '../../shared/auth/session-replies.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { formBody } from '../../shared/http/form-body.ts';
import { Reply } from '../../shared/http/reply.ts';

export const handler = endpoint(
  logIn,
  async ({ body, client }) => {
    const nowMs = Date.now();
    const { tenant, tenantId = tenant, redirect, ...credentials } = body;
    const tokens = await auth.logIn({ ...credentials, tenantId }, client, nowMs);
    const { token, refreshToken } = tokens;
    const answer = { ok: true as const, token, redirect: safeRedirect(redirect) };
    return new Reply(body.remember ? { ...answer, refreshToken } : answer, {
      cookies: cookiesOf(tokens, client, nowMs),
    });
  },
  formBody,
);
