import { endpoint } from '../../shared/http/endpoint.ts';
import { actOnNotification } from '../../shared/notifications/contract.ts';
import { takeAction } from '../../shared/notifications/notification-service.ts';

export const handler = endpoint(actOnNotification, ({ scope, principal, params, body, context, ifMatch }) =>
  takeAction(scope, principal, params.id, body, { ifMatch, nowMs: context.nowMs }),
);
