import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { startTotp } from '../../shared/modules/identity/factors/contract.ts';
import * as factors from '../../shared/modules/identity/factors/factor-service.ts';

export const handler = endpoint(startTotp, ({ principal, session, body, context }) =>
  factors.startTotp(factors.ownAccount(principal, session), body, context.nowMs),
);
