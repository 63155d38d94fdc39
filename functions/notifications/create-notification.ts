import { creation } from '../../shared/kernel/http/creation.ts';
import { createNotification } from '../../shared/modules/notifications/create-contract.ts';
import * as notifications from '../../shared/modules/notifications/create-service.ts';

export const handler = creation(
  createNotification,
  notifications.createNotification,
  notifications.createdNotification,
);
