import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { logOut } from '../../shared/modules/identity/sessions/contract.ts';
import { clearedCookies, tokensOf } from '../../shared/modules/identity/sessions/session-replies.ts';
import { endSessions } from '../../shared/modules/identity/sessions/session-service.ts';

export const handler = endpoint(logOut, async ({ client }) => {
  await endSessions(tokensOf(client), Date.now());
  return new Reply({ ok: true as const }, { cookies: clearedCookies(client) });
});
