import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { takeAction } from '../../shared/modules/notifications/notification-service.ts';
import { actOnNotification } from '../../shared/modules/notifications/read-contract.ts';

export const handler = endpoint(actOnNotification, ({ scope, principal, params, body, context, ifMatch }) =>
  takeAction(scope, principal, params.id, body, { ifMatch, nowMs: context.nowMs }),
);
