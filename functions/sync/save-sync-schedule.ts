import { creation } from '../../shared/kernel/http/creation.ts';
import { saveSyncSchedule } from '../../shared/modules/sync/schedules/schedule-contract.ts';
import * as schedules from '../../shared/modules/sync/schedules/schedule-service.ts';

export const handler = creation(saveSyncSchedule, schedules.saveSyncSchedule, schedules.getSyncSchedule);
