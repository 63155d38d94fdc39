import { creation } from '../../shared/kernel/http/creation.ts';
import { sendBatch } from '../../shared/modules/sync/runs/run.ts';
import * as start from '../../shared/modules/sync/runs/start.ts';
import { startSyncRun } from '../../shared/modules/sync/runs/start-contract.ts';

export const handler = creation(
  startSyncRun,
  async ({ scope, principal, body, context }) => {
    const { findAdapter } = await import('../../shared/modules/sync/adapters.ts');
    return start.startRun(scope, body, { findAdapter, send: sendBatch, principal }, context);
  },
  ({ scope }, { id }) => start.startedEarlier(scope, id),
);
