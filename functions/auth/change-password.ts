import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { changePassword } from '../../shared/modules/identity/sessions/account-contract.ts';
import * as account from '../../shared/modules/identity/sessions/own-account.ts';

export const handler = endpoint(changePassword, async ({ principal, session, body, context }) => ({
  ok: true as const,
  ended: await account.changePassword(account.accountOf(principal, session), body, context),
}));
