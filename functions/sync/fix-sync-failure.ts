import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { batchDependencies } from '../../shared/modules/sync/batch-dependencies.ts';
import * as fixes from '../../shared/modules/sync/runs/fix-service.ts';
import { fixSyncFailure } from '../../shared/modules/sync/runs/run-contract.ts';

export const handler = endpoint(fixSyncFailure, fixes.fixSyncFailure(batchDependencies));
