import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { inviteUserAgain } from '../../shared/modules/email/accounts/account-contract.ts';
import * as accounts from '../../shared/modules/email/accounts/account-service.ts';

export const handler = endpoint(inviteUserAgain, accounts.inviteUserAgain);
