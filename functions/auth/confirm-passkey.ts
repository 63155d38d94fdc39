import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { ownAccount } from '../../shared/modules/identity/factors/factor-service.ts';
import { confirmPasskey } from '../../shared/modules/identity/factors/passkey-contract.ts';
import * as setUp from '../../shared/modules/identity/factors/set-up.ts';

export const handler = endpoint(confirmPasskey, ({ principal, session, body, client, context }) =>
  setUp.confirmPasskey(ownAccount(principal, session), body, client.origin, context),
);
