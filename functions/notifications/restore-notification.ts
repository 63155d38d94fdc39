import { endpoint } from '../../shared/http/endpoint.ts';
import { restoreNotification } from '../../shared/notifications/contract.ts';
import { changeNotification } from '../../shared/notifications/notification-service.ts';

export const handler = endpoint(restoreNotification, ({ scope, principal, params, context, ifMatch }) =>
  changeNotification(scope, principal, params.id, 'restore', { ifMatch, nowMs: context.nowMs }),
);
