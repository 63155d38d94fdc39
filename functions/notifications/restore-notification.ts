import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as notifications from '../../shared/modules/notifications/notification-service.ts';
import { restoreNotification } from '../../shared/modules/notifications/read-contract.ts';

export const handler = endpoint(restoreNotification, notifications.restoreNotification);
