import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteSyncSchedule } from '../../shared/modules/sync/schedules/schedule-contract.ts';
import { deleteSchedule } from '../../shared/modules/sync/schedules/schedule-service.ts';

export const handler = endpoint(deleteSyncSchedule, async ({ scope, params, ifMatch, context }) => {
  await deleteSchedule({ scope, context }, params.id, ifMatch);
  return { deleted: true as const };
});
