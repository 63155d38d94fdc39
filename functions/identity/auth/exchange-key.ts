import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { exchangeKey } from '../../../shared/modules/identity/sessions/current-session-contract.ts';
import * as sessions from '../../../shared/modules/identity/sessions/key-session.ts';

export const handler = endpoint(exchangeKey, sessions.exchangeKey);
