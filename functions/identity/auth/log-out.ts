import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { logOut } from '../../../shared/modules/identity/sessions/contract.ts';
import * as auth from '../../../shared/modules/identity/sessions/log-out.ts';

export const handler = endpoint(logOut, auth.logOut);
