import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getSyncRun } from '../../shared/modules/sync/runs/run-contract.ts';
import * as runs from '../../shared/modules/sync/runs/run-service.ts';

export const handler = endpoint(getSyncRun, runs.getSyncRun);
