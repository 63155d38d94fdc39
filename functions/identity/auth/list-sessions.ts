import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { listSessions } from '../../../shared/modules/identity/sessions/account-contract.ts';
import * as account from '../../../shared/modules/identity/sessions/own-account.ts';

export const handler = endpoint(listSessions, account.listSessions);
