import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { logOut } from '../../shared/modules/identity/sessions/contract.ts';
import { clearedCookies } from '../../shared/modules/identity/sessions/session-replies.ts';
import { endSession } from '../../shared/modules/identity/sessions/session-service.ts';

export const handler = endpoint(logOut, async ({ principal, session, client }) => {
  if (session !== undefined) await endSession(principal, session);
  return new Reply({ ok: true as const }, { cookies: clearedCookies(client) });
});
