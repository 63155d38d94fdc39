import { endpoint } from '../../shared/http/endpoint.ts';
import { createFeatureNotification } from '../../shared/notifications/contract.ts';
import { notifyHolders } from '../../shared/notifications/create-service.ts';

export const handler = endpoint(createFeatureNotification, async ({ scope, body, context }) => ({
  ok: true as const,
  count: 1,
  ids: [await notifyHolders(scope, body, context.nowMs)],
}));
