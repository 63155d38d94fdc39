import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { getSyncSchedule } from '../../shared/sync/contract.ts';
import { getSchedule, toSchedule } from '../../shared/sync/schedule-service.ts';

export const handler = endpoint(getSyncSchedule, async ({ scope, params }) => {
  const schedule = await getSchedule(scope, params.id);
  return withRevision(toSchedule(schedule), schedule.revision);
});
