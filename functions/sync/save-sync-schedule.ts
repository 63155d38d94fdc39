import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { findAdapter } from '../../shared/sync/adapters.ts';
import { saveSyncSchedule } from '../../shared/sync/contract.ts';
import { saveSchedule, toSchedule } from '../../shared/sync/schedule-service.ts';

export const handler = endpoint(saveSyncSchedule, async ({ scope, body, ifMatch, context }) => {
  const schedule = await saveSchedule({ scope, context }, body, ifMatch, findAdapter);
  return withRevision(toSchedule(schedule), schedule.revision);
});
