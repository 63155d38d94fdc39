import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { ownAccount } from '../../shared/modules/identity/factors/factor-service.ts';
import { startPasskey } from '../../shared/modules/identity/factors/passkey-contract.ts';
import * as setUp from '../../shared/modules/identity/factors/set-up.ts';

export const handler = endpoint(startPasskey, ({ principal, session, body, client, context }) =>
  setUp.startPasskey(ownAccount(principal, session), body, client.origin, context.nowMs),
);
