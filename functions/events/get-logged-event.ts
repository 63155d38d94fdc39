import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getLoggedEvent } from '../../shared/modules/events/log/log-contract.ts';
import * as log from '../../shared/modules/events/log/log-service.ts';

export const handler = endpoint(getLoggedEvent, ({ scope, principal, params, context }) =>
  log.getLoggedEvent(scope, principal, params.id, context.nowMs),
);
