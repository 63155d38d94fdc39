import { creation } from '../../shared/kernel/http/creation.ts';
import * as notifications from '../../shared/modules/notifications/bulk-notification-service.ts';
import { createNotificationBatch } from '../../shared/modules/notifications/create-contract.ts';

export const handler = creation(
  createNotificationBatch,
  notifications.createNotificationBatch,
  notifications.createdNotificationBatch,
);
