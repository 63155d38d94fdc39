import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listSyncRuns } from '../../shared/modules/sync/runs/run-contract.ts';
import * as runs from '../../shared/modules/sync/runs/run-service.ts';

export const handler = endpoint(listSyncRuns, runs.listSyncRuns);
