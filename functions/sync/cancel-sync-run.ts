import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { sendBatch } from '../../shared/modules/sync/runs/run.ts';
import { cancelSyncRun } from '../../shared/modules/sync/runs/run-contract.ts';
import * as runs from '../../shared/modules/sync/runs/run-service.ts';

export const handler = endpoint(cancelSyncRun, runs.cancelSyncRun(sendBatch));
