import { creation } from '../../shared/kernel/http/creation.ts';
import { sendBatch } from '../../shared/modules/sync/runs/run.ts';
import * as start from '../../shared/modules/sync/runs/start.ts';
import { retrySyncRun } from '../../shared/modules/sync/runs/start-contract.ts';

export const handler = creation(
  retrySyncRun,
  async ({ scope, params, body, ifMatch, context }) => {
    const { findAdapter } = await import('../../shared/modules/sync/adapters.ts');
    return start.retryRun(scope, params.id, body, ifMatch, { findAdapter, send: sendBatch }, context);
  },
  ({ scope }, { id }) => start.startedEarlier(scope, id),
);
