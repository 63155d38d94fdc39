import { endpoint } from '../../shared/http/endpoint.ts';
import { dismissNotification } from '../../shared/notifications/contract.ts';
import { changeNotification } from '../../shared/notifications/notification-service.ts';

export const handler = endpoint(dismissNotification, ({ scope, principal, params, context, ifMatch }) =>
  changeNotification(scope, principal, params.id, 'dismiss', { ifMatch, nowMs: context.nowMs }),
);
