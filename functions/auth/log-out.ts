import { logOut } from '../../shared/auth/contract.ts';
import { clearedCookies } from '../../shared/auth/session-replies.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { endSession } from '../../shared/identity/session-service.ts';

export const handler = endpoint(logOut, async ({ principal: { tenantId }, session, client }) => {
  if (session !== undefined && tenantId !== null) {
    await endSession({ tenantId }, session);
  }
  return new Reply({ ok: true as const }, { cookies: clearedCookies(client) });
});
