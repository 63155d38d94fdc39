import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { changeNotification } from '../../shared/modules/notifications/notification-service.ts';
import { restoreNotification } from '../../shared/modules/notifications/read-contract.ts';

export const handler = endpoint(restoreNotification, ({ scope, principal, params, context, ifMatch }) =>
  changeNotification(scope, principal, params.id, 'restore', { ifMatch, nowMs: context.nowMs }),
);
