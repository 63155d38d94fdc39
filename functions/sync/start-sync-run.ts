import { creation } from '../../shared/kernel/http/creation.ts';
import * as start from '../../shared/modules/sync/runs/start.ts';
import { startSyncRun } from '../../shared/modules/sync/runs/start-contract.ts';
import { startDependencies } from '../../shared/modules/sync/runs/start-dependencies.ts';

export const handler = creation(startSyncRun, start.startSyncRun(startDependencies), start.startedEarlier);
