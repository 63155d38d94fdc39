import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateSyncSchedule } from '../../shared/modules/sync/schedules/schedule-contract.ts';
import { toSchedule, updateSchedule } from '../../shared/modules/sync/schedules/schedule-service.ts';

export const handler = endpoint(updateSyncSchedule, async ({ scope, params, body, ifMatch, context }) => {
  const schedule = await updateSchedule({ scope, context }, params.id, body, ifMatch);
  return withRevision(toSchedule(schedule), schedule.revision);
});
