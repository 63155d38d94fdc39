import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { changeNotification } from '../../shared/modules/notifications/notification-service.ts';
import { readNotification } from '../../shared/modules/notifications/read-contract.ts';

export const handler = endpoint(readNotification, ({ scope, principal, params, context, ifMatch }) =>
  changeNotification(scope, principal, params.id, 'read', { ifMatch, nowMs: context.nowMs }),
);
