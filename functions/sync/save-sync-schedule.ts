import { creation } from '../../shared/kernel/http/creation.ts';
import { loadAdapterOf } from '../../shared/modules/sync/load-adapters.ts';
import { saveSyncSchedule } from '../../shared/modules/sync/schedules/schedule-contract.ts';
import * as schedules from '../../shared/modules/sync/schedules/schedule-service.ts';

export const handler = creation(
  saveSyncSchedule,
  schedules.saveSyncSchedule(loadAdapterOf),
  schedules.getSyncSchedule,
);
