import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as runs from '../../shared/modules/scheduler/runs/failed-runs.ts';
import { listFailedRuns } from '../../shared/modules/scheduler/runs/failed-runs-contract.ts';

export const handler = endpoint(listFailedRuns, runs.listFailedRuns);
