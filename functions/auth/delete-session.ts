import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteSession } from '../../shared/modules/identity/sessions/account-contract.ts';
import * as account from '../../shared/modules/identity/sessions/own-account.ts';

export const handler = endpoint(deleteSession, async ({ principal, session, query }) => ({
  ok: true as const,
  ended: await account.endSession(account.accountOf(principal, session), query.id),
}));
