import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { saveSyncSchedule } from '../../shared/sync/contract.ts';
import { saveSchedule, toSchedule } from '../../shared/sync/schedule-service.ts';

export const handler = endpoint(saveSyncSchedule, async ({ scope, body, ifMatch, context }) => {
  const { adapterOfIntegration } = await import('../../shared/sync/adapters.ts');
  const schedule = await saveSchedule({ scope, context }, body, ifMatch, adapterOfIntegration);
  return withRevision(toSchedule(schedule), schedule.revision);
});
