import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { confirmTotp } from '../../shared/modules/identity/factors/contract.ts';
import * as factors from '../../shared/modules/identity/factors/factor-service.ts';

export const handler = endpoint(confirmTotp, ({ principal, session, body, context }) =>
  factors.confirmTotp(factors.ownAccount(principal, session), body, context),
);
