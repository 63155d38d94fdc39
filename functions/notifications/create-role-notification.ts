import { creation } from '../../shared/kernel/http/creation.ts';
import {
  notifiedRole,
  notifyRole,
  toCreated,
} from '../../shared/modules/notifications/bulk-notification-service.ts';
import { createRoleNotification } from '../../shared/modules/notifications/create-contract.ts';

export const handler = creation(
  createRoleNotification,
  async ({ scope, body, context }) => toCreated(await notifyRole(scope, body, context)),
  async ({ scope, body, context }, { id }) => toCreated(await notifiedRole(scope, body, id, context)),
);
