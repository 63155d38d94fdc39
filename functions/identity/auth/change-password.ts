import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { changePassword } from '../../../shared/modules/identity/sessions/account-contract.ts';
import * as account from '../../../shared/modules/identity/sessions/own-account.ts';

export const handler = endpoint(changePassword, account.changePassword);
