import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteSyncSchedule } from '../../shared/sync/contract.ts';
import { deleteSchedule } from '../../shared/sync/schedule-service.ts';

export const handler = endpoint(deleteSyncSchedule, async ({ scope, params, ifMatch, context }) => {
  await deleteSchedule({ scope, context }, params.id, ifMatch);
  return { deleted: true as const };
});
