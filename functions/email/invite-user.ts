import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { inviteUser } from '../../shared/modules/email/accounts/account-contract.ts';
import * as accounts from '../../shared/modules/email/accounts/account-service.ts';

export const handler = endpoint(inviteUser, async ({ scope, body, context }) =>
  accounts.inviteUser(scope, body, context),
);
