import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { currentSession } from '../../shared/modules/identity/sessions/current-session.ts';
import { getSession } from '../../shared/modules/identity/sessions/current-session-contract.ts';

export const handler = endpoint(getSession, async ({ principal, session }) =>
  currentSession(principal, session),
);
