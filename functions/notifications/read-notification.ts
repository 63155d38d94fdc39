import { endpoint } from '../../shared/http/endpoint.ts';
import { readNotification } from '../../shared/notifications/contract.ts';
import { changeNotification } from '../../shared/notifications/notification-service.ts';

export const handler = endpoint(readNotification, ({ scope, principal, params, context, ifMatch }) =>
  changeNotification(scope, principal, params.id, 'read', { ifMatch, nowMs: context.nowMs }),
);
