import { featureTitles } from '../../shared/catalog/declared-features.ts';
import { creation } from '../../shared/kernel/http/creation.ts';
import { createFeatureNotification } from '../../shared/modules/notifications/create-contract.ts';
import { notifyHolders } from '../../shared/modules/notifications/create-service.ts';

const respond = (id: string) => ({ ok: true as const, count: 1, ids: [id] });

export const handler = creation(
  createFeatureNotification,
  async ({ scope, body, context }) => respond(await notifyHolders(scope, body, featureTitles, context)),
  async (_, { id }) => respond(id),
);
