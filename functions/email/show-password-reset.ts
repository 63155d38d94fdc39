import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { showPasswordReset } from '../../shared/modules/email/accounts/account-contract.ts';
import * as accounts from '../../shared/modules/email/accounts/account-service.ts';

export const handler = endpoint(showPasswordReset, accounts.showPasswordReset);
