import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteSyncSchedule } from '../../shared/modules/sync/schedules/schedule-contract.ts';
import * as schedules from '../../shared/modules/sync/schedules/schedule-service.ts';

export const handler = endpoint(deleteSyncSchedule, schedules.deleteSyncSchedule);
