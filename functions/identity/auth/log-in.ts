import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { formBody } from '../../../shared/kernel/http/form-body.ts';
import { logIn } from '../../../shared/modules/identity/sessions/contract.ts';
import * as auth from '../../../shared/modules/identity/sessions/log-in.ts';

export const handler = endpoint(logIn, auth.logIn, formBody);
