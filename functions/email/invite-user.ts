import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as accounts from '../../shared/modules/email/accounts/account-service.ts';
import { inviteUser } from '../../shared/modules/email/contract.ts';

export const handler = endpoint(inviteUser, async ({ scope, body, context }) =>
  accounts.inviteUser(scope, body, context),
);
