import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { createFeatureNotification } from '../../shared/modules/notifications/create-contract.ts';
import { notifyHolders } from '../../shared/modules/notifications/create-service.ts';

export const handler = endpoint(createFeatureNotification, async ({ scope, body, context }) => ({
  ok: true as const,
  count: 1,
  ids: [await notifyHolders(scope, body, context.nowMs)],
}));
