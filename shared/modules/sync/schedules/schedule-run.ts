/** What a scheduled job does: it starts a run, unless there is a reason to leave this time out. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { LimitReachedError } from '../../../kernel/errors/errors.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { IntegrationDisabledError } from '../../integrations/public-light.ts';
import { SyncOverlapError } from '../errors.ts';
import { type StartParts, startRun } from '../runs/start.ts';
import type { StartRun } from '../runs/start-contract.ts';
import { stampRun } from './schedule-store.ts';

const scheduler = 'scheduler';

/** Why a run is left out; undefined for an error that is one. */
function skipOf(error: unknown): string | undefined {
  if (error instanceof SyncOverlapError) return 'overlap';
  if (error instanceof LimitReachedError) return 'limit_reached';
  return error instanceof IntegrationDisabledError ? 'integration_disabled' : undefined;
}

/**
 * Starts the run of a job, once however often it is tried. Returns the run, or why there is none. Throws what
 * `startRun` throws for everything that people should mend.
 */
export async function runScheduled(
  scope: RowScope,
  input: StartRun,
  { jobId, idempotencyKey }: { jobId: string; idempotencyKey: string },
  parts: StartParts,
  context: ChangeContext,
): Promise<Record<string, unknown>> {
  try {
    const asked = { ...input, triggeredBy: scheduler };
    const { id, progressJobId } = await startRun(scope, asked, idempotencyKey, parts, context);
    await stampRun(scope, input, jobId, context.nowMs);
    return { runId: id, progressJobId };
  } catch (error) {
    const skipped = skipOf(error);
    if (skipped === undefined) throw error;
    return { skipped };
  }
}
