import { creation } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { saveSyncSchedule } from '../../shared/modules/sync/schedules/schedule-contract.ts';
import {
  getSchedule,
  saveSchedule,
  toSchedule,
} from '../../shared/modules/sync/schedules/schedule-service.ts';

export const handler = creation(
  saveSyncSchedule,
  async ({ scope, body, ifMatch, context }) => {
    const { adapterOfIntegration } = await import('../../shared/modules/sync/adapters.ts');
    const schedule = await saveSchedule({ scope, context }, body, ifMatch, adapterOfIntegration);
    return withRevision(toSchedule(schedule), schedule.revision);
  },
  async ({ scope }, { id }) => {
    const schedule = await getSchedule(scope, id);
    return withRevision(toSchedule(schedule), schedule.revision);
  },
);
