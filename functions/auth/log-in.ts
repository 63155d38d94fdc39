import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { formBody } from '../../shared/kernel/http/form-body.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { logIn } from '../../shared/modules/identity/sessions/contract.ts';
import * as auth from '../../shared/modules/identity/sessions/log-in.ts';
import { safeRedirect } from '../../shared/modules/identity/sessions/redirect.ts';
import { cookiesOf } from '../../shared/modules/identity/sessions/session-replies.ts';

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
