import { endpoint } from '../../shared/http/endpoint.ts';
import { listSyncSchedules } from '../../shared/sync/contract.ts';
import { listSchedules } from '../../shared/sync/schedule-service.ts';

export const handler = endpoint(listSyncSchedules, ({ scope, query }) => listSchedules(scope, query));
