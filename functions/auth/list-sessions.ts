import { listSessions } from '../../shared/auth/account-contract.ts';
import * as account from '../../shared/auth/own-account.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listSessions, async ({ principal, session, context }) => ({
  sessions: await account.listSessions(account.accountOf(principal, session), context.nowMs),
}));
