import { creation } from '../../shared/kernel/http/creation.ts';
import { sendBatch } from '../../shared/modules/sync/runs/run.ts';
import * as start from '../../shared/modules/sync/runs/start.ts';
import { retrySyncRun } from '../../shared/modules/sync/runs/start-contract.ts';

export const handler = creation(
  retrySyncRun,
  async ({ scope, principal, params, body, ifMatch, context }) => {
    const { findAdapter } = await import('../../shared/modules/sync/adapters.ts');
    const dependencies = { findAdapter, send: sendBatch, principal };
    return start.retryRun(scope, params.id, body, ifMatch, dependencies, context);
  },
  ({ scope }, { id }) => start.startedEarlier(scope, id),
);
