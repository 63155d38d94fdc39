import { deleteSession } from '../../shared/auth/account-contract.ts';
import * as account from '../../shared/auth/own-account.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(deleteSession, async ({ principal, session, query }) => ({
  ok: true as const,
  ended: await account.endSession(account.accountOf(principal, session), query.id),
}));
