import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { formBody } from '../../shared/kernel/http/form-body.ts';
import { logIn } from '../../shared/modules/identity/sessions/contract.ts';
import * as auth from '../../shared/modules/identity/sessions/log-in.ts';
import { loggedInReply } from '../../shared/modules/identity/sessions/session-replies.ts';

export const handler = endpoint(
  logIn,
  async ({ body, client }) => {
    const nowMs = Date.now();
    const { tenant, tenantId = tenant, redirect, ...credentials } = body;
    const tokens = await auth.logIn({ ...credentials, tenantId }, client, nowMs);
    return loggedInReply(tokens, { remember: body.remember, redirect }, client, nowMs);
  },
  formBody,
);
