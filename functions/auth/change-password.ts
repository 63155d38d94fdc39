import { changePassword } from '../../shared/auth/account-contract.ts';
import * as account from '../../shared/auth/own-account.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(changePassword, async ({ principal, session, body, context }) => ({
  ok: true as const,
  ended: await account.changePassword(account.accountOf(principal, session), body, context),
}));
