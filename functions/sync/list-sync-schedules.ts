import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listSyncSchedules } from '../../shared/modules/sync/schedules/schedule-contract.ts';
import { listSchedules } from '../../shared/modules/sync/schedules/schedule-service.ts';

export const handler = endpoint(listSyncSchedules, ({ scope, query }) => listSchedules(scope, query));
