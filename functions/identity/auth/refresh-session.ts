import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { refreshSession } from '../../../shared/modules/identity/sessions/contract.ts';
import * as sessions from '../../../shared/modules/identity/sessions/refresh.ts';

export const handler = endpoint(refreshSession, sessions.refreshSession);
