import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { startTotp } from '../../shared/modules/identity/factors/contract.ts';
import { ownAccount } from '../../shared/modules/identity/factors/factor-service.ts';
import * as setUp from '../../shared/modules/identity/factors/set-up.ts';

export const handler = endpoint(startTotp, ({ principal, session, body, context }) =>
  setUp.startTotp(ownAccount(principal, session), body, context.nowMs),
);
