import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getSyncSchedule } from '../../shared/modules/sync/schedules/schedule-contract.ts';
import { getSchedule, toSchedule } from '../../shared/modules/sync/schedules/schedule-service.ts';

export const handler = endpoint(getSyncSchedule, async ({ scope, params }) => {
  const schedule = await getSchedule(scope, params.id);
  return withRevision(toSchedule(schedule), schedule.revision);
});
