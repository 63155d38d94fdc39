import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { changeNotification } from '../../shared/modules/notifications/notification-service.ts';
import { dismissNotification } from '../../shared/modules/notifications/read-contract.ts';

export const handler = endpoint(dismissNotification, ({ scope, principal, params, context, ifMatch }) =>
  changeNotification(scope, principal, params.id, 'dismiss', { ifMatch, nowMs: context.nowMs }),
);
