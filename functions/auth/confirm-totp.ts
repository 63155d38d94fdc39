import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { confirmTotp } from '../../shared/modules/identity/factors/contract.ts';
import { ownAccount } from '../../shared/modules/identity/factors/factor-service.ts';
import * as setUp from '../../shared/modules/identity/factors/set-up.ts';

export const handler = endpoint(confirmTotp, ({ principal, session, body, context }) =>
  setUp.confirmTotp(ownAccount(principal, session), body, context),
);
