import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { updateSyncSchedule } from '../../shared/sync/contract.ts';
import { toSchedule, updateSchedule } from '../../shared/sync/schedule-service.ts';

export const handler = endpoint(updateSyncSchedule, async ({ scope, params, body, ifMatch, context }) => {
  const schedule = await updateSchedule({ scope, context }, params.id, body, ifMatch);
  return withRevision(toSchedule(schedule), schedule.revision);
});
