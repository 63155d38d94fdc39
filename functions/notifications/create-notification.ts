import { creation } from '../../shared/kernel/http/creation.ts';
import { createNotification } from '../../shared/modules/notifications/create-contract.ts';
import { notifyUser } from '../../shared/modules/notifications/create-service.ts';

export const handler = creation(
  createNotification,
  async ({ scope, body, context }) => ({ ok: true as const, id: await notifyUser(scope, body, context) }),
  async (_, { id }) => ({ ok: true as const, id }),
);
