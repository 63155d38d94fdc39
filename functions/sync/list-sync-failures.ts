import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listSyncFailures } from '../../shared/modules/sync/runs/run-contract.ts';
import * as runs from '../../shared/modules/sync/runs/run-service.ts';

export const handler = endpoint(listSyncFailures, runs.listSyncFailures);
