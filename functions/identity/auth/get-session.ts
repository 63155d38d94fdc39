import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import * as sessions from '../../../shared/modules/identity/sessions/current-session.ts';
import { getSession } from '../../../shared/modules/identity/sessions/current-session-contract.ts';

export const handler = endpoint(getSession, sessions.getSession);
