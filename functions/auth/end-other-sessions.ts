import { endOtherSessions } from '../../shared/auth/account-contract.ts';
import * as account from '../../shared/auth/own-account.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(endOtherSessions, async ({ principal, session }) => ({
  ok: true as const,
  ended: await account.endOtherSessions(account.accountOf(principal, session)),
}));
