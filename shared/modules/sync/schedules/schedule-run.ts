/** Starts the run of a scheduled job, or skips it for a known reason. */
import { LimitReachedError } from '../../../kernel/errors/errors.ts';
import { createOnce } from '../../../kernel/http/create-once.ts';
import type { Caller } from '../../../kernel/http/operation.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { IntegrationDisabledError } from '../../integrations/public-data.ts';
import { SyncOverlapError } from '../errors.ts';
import type { StartRun } from '../runs/run-fields-contract.ts';
import { type StartDependencies, startedEarlier, startSyncRun } from '../runs/start.ts';
import { stampRun } from './schedule-store.ts';

const scheduler = 'scheduler';

/** Why a run is skipped; undefined for any other error. */
function skipOf(error: unknown): string | undefined {
  if (error instanceof SyncOverlapError) return 'overlap';
  if (error instanceof LimitReachedError) return 'limit_reached';
  return error instanceof IntegrationDisabledError ? 'integration_disabled' : undefined;
}

/**
 * Starts the run of a job, idempotently. Returns the run, or why it was skipped. Throws what
 * `startSyncRun` throws for every problem that a user must solve.
 */
export async function runScheduled(
  { scope, context }: Caller<RowScope>,
  input: StartRun,
  { jobId, idempotencyKey }: { jobId: string; idempotencyKey: string },
  dependencies: StartDependencies,
): Promise<Record<string, unknown>> {
  try {
    const request = { ...input, triggeredBy: scheduler };
    const { result } = await createOnce(
      { operationId: 'data_sync.run', idempotencyKey, scope, content: request },
      context,
      {
        create: (once) => startSyncRun(dependencies)({ scope, context: once }, request),
        replay: (earlier) => startedEarlier({ scope }, earlier),
      },
    );
    const { id, progressJobId } = result;
    await stampRun(scope, input, jobId, context.nowMs);
    return { runId: id, progressJobId };
  } catch (error) {
    const skipped = skipOf(error);
    if (skipped === undefined) throw error;
    return { skipped };
  }
}
