import { Reply } from '../../../kernel/http/reply.ts';
import type { Visitor } from '../visitor.ts';
import { clearedCookies, tokensOf } from './session-replies.ts';
import { endSessions } from './session-service.ts';

/** Ends the sessions that the request names, and deletes their cookies. */
export async function logOut({ client, context }: Visitor) {
  await endSessions(tokensOf(client), context.nowMs);
  return new Reply({ ok: true as const }, { cookies: clearedCookies(client) });
}
