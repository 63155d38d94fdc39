import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as accounts from '../../shared/modules/email/accounts/account-service.ts';
import { showPasswordReset } from '../../shared/modules/email/contract.ts';

export const handler = endpoint(showPasswordReset, async ({ query }) => accounts.showPasswordReset(query));
