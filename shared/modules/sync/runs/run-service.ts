/** Reads, lists and cancels runs. */

import { uuidPattern } from '../../../kernel/base/ids.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { Reply } from '../../../kernel/http/reply.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import { getProgressJob } from '../../progress/public.ts';
import type { BatchDependencies } from '../dependencies.ts';
import { SyncRunStateError } from '../errors.ts';
import { listFailures } from './failure-store.ts';
import { assertNamed, dispatchCleanUp, isOver, runTag, type StoredRun, toRun } from './run.ts';
import type { ListFailures, ListRuns, SyncRunDetail } from './run-contract.ts';
import { findRun, RunMovedError } from './run-row.ts';
import * as store from './run-store.ts';

/** A run of an organization in the scope. Throws NotFoundError. */
export async function findVisibleRun(scope: Scope, id: string): Promise<StoredRun> {
  const run = await findRun(scope, id);
  if (run === undefined || !scope.organizationIds.includes(run.organizationId))
    throw new NotFoundError('Run');
  return run;
}

/** One page of runs, newest first. */
export async function listSyncRuns({ scope, context }: Caller, query: ListRuns) {
  const { integrationId, entityType, direction, status } = query;
  const search = query.search?.trim() || undefined;
  const isId = search !== undefined && uuidPattern.test(search);
  const request = {
    ...toListRequest(
      { ...query, search: isId ? undefined : search },
      { integrationId, entityType, direction, status },
    ),
    ...(isId && { ids: new Set([search.toLowerCase()].filter((one) => one === (query.id ?? one))) }),
  };
  const { items, total } = await store.listRuns(scope, request);
  return toList(query, { items: items.map((run) => toRun(run, context.nowMs)), total });
}

/** A run with its progress; both are updated together. Throws NotFoundError. */
export async function getSyncRun(
  { scope, context }: Caller,
  { id }: { id: string },
): Promise<Reply<SyncRunDetail>> {
  const run = await findVisibleRun(scope, id);
  const job = await getProgressJob(run, run.progressJobId);
  const detail = {
    ...toRun(run, context.nowMs),
    progressJob:
      job === undefined
        ? null
        : {
            id: job.id,
            status: job.status,
            progressPercent: job.progressPercent,
            processedCount: job.processedCount,
            totalCount: job.totalCount,
            etaSeconds: job.etaSeconds,
          },
  };
  return new Reply(detail, { etag: runTag(run) });
}

const cancelTries = 5;

/**
 * Cancels a run immediately. The worker of the current batch finishes and counts it. Throws NotFoundError,
 * StaleError, and SyncRunStateError if the run is over.
 */
export const cancelSyncRun =
  (send: BatchDependencies['send']) =>
  async ({ scope, context }: Caller, { id, ifMatch }: Target) => {
    const entry = {
      level: 'warn' as const,
      message: `Sync run cancelled by ${context.principal.subject}`,
      code: 'sync_run_cancelled',
    };
    for (let tries = 1; ; tries += 1) {
      const run = await findVisibleRun(scope, id);
      assertNamed(ifMatch, run);
      if (isOver(run)) throw new SyncRunStateError('The run has already ended.', run.status);
      try {
        const after = await store.changeStatus(run, { status: 'cancelled' }, entry, context);
        await dispatchCleanUp(after, send);
        return { ok: true as const };
      } catch (error) {
        // The worker of a batch updates the run from time to time; only a change of the status is a conflict.
        if (!(error instanceof RunMovedError) || tries === cancelTries) throw error;
      }
    }
  };

/** One page of the items of a run that failed. Throws NotFoundError. */
export async function listSyncFailures(
  { scope, context }: Caller,
  { runId, ...query }: ListFailures & { runId: string },
) {
  const run = await findVisibleRun(scope, runId);
  const { items, total, totalIsExact } = await listFailures(run, query, context.nowMs);
  return { ...toList(query, { items, total }), totalIsExact };
}
