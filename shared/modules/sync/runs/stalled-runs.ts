/** Recovers runs without progress: their workers died, their messages were lost, or they wait. */

import { isDeletedOrganization, isOpenHome } from '../../../kernel/auth/directory-reader.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { forEachParallel } from '../../../kernel/base/parallel.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { asMetrics, type Measurement } from '../../../kernel/observability/metrics.ts';
import type { RunTime } from '../../../kernel/queues/scheduled.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { blockedReasonOf, readSettings } from '../../integrations/public.ts';
import { credentialTarget, findIntegration, integrations } from '../../integrations/public-data.ts';
import { claimRedispatch } from '../batches/batch-lease.ts';
import type { BatchDependencies } from '../dependencies.ts';
import { contextNow, dispatchCleanUp, recoveryFor, type StoredRun } from './run.ts';
import { RunMovedError } from './run-row.ts';
import { changeStatus, runsAtWork, sweepRuns } from './run-store.ts';

type Send = BatchDependencies['send'];

const parallelRuns = 8;

/**
 * Continues a paused run if its integration can be used and its tenant and organization are open. Cancels it
 * if its organization was deleted: no caller could, and it would count as one of the tenant's active runs
 * forever. Returns whether it did either.
 */
async function resume(run: StoredRun, send: Send, settings: Awaited<ReturnType<typeof readSettings>>) {
  if (await isDeletedOrganization(run, run.organizationId)) {
    const message = 'Sync run cancelled, because its organization was deleted';
    const entry = { level: 'warn' as const, message, code: 'sync_run_cancelled' };
    await dispatchCleanUp(await changeStatus(run, { status: 'cancelled' }, entry, contextNow()), send);
    return true;
  }
  const definition = findIntegration(run.integrationId);
  if (definition === undefined || blockedReasonOf(definition, settings) !== undefined) return false;
  if (!(await isOpenHome(run))) return false;
  const status = run.startedAtMs === null ? 'pending' : 'running';
  const entry = { level: 'info' as const, message: 'Sync run continues', code: 'sync_run_resumed' };
  const after = await changeStatus(run, { status, lastError: null }, entry, contextNow());
  await send(after, { runId: run.id, batch: run.batchesCompleted });
  return true;
}

/** Logs a failure of one run and leaves the run for the next sweep. */
async function quietly(run: StoredRun, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RunMovedError))
      log('warn', 'a sync run could not be checked', { runId: run.id, error: describeError(error) });
    return false;
  }
}

/** Continues paused runs after an integration or a bundle was enabled or its credentials have changed. */
export async function resumeRuns(scope: RowScope, changedId: string, send: Send): Promise<void> {
  const affected = integrations.filter(
    (one) => one.id === changedId || credentialTarget(one).readFrom.includes(changedId),
  );
  for (const { id } of affected) {
    const paused = (await runsAtWork(scope, id)).filter(({ status }) => status === 'paused');
    if (paused.length === 0) continue;
    const settings = await readSettings(scope);
    for (const run of paused) await quietly(run, () => resume(run, send, settings));
  }
}

/** The longest time without progress among all runs. */
const lag: Measurement = { by: [], metrics: { syncLagSeconds: 'Seconds' } };

/**
 * Seconds since the last progress of the run that is furthest behind; undefined if no run should make
 * progress.
 */
export function lagSecondsOf(runs: readonly Pick<StoredRun, 'status' | 'updatedAtMs'>[], nowMs: number) {
  const waiting = runs.filter(({ status }) => status === 'pending' || status === 'running');
  if (waiting.length === 0) return undefined;
  return Math.max(0, nowMs - Math.min(...waiting.map(({ updatedAtMs }) => updatedAtMs))) / 1_000;
}

function measureLag(runs: Parameters<typeof lagSecondsOf>[0], nowMs: number): void {
  const syncLagSeconds = lagSecondsOf(runs, nowMs);
  // CloudWatch bills each hour in which the metric has a value.
  if (syncLagSeconds === undefined) return;
  log('info', 'active sync runs', { runs: runs.length, syncLagSeconds, ...asMetrics([lag], nowMs) });
}

type Settings = Awaited<ReturnType<typeof readSettings>>;

/** Returns a reader that reads the settings of each organization once, because many of its runs may wait. */
function settingsReader(): (run: StoredRun) => Promise<Settings> {
  const settingsByScope = new Map<string, Promise<Settings>>();
  return ({ tenantId, organizationId }) => {
    const name = toJson([tenantId, organizationId]);
    const settings = settingsByScope.get(name) ?? readSettings({ tenantId, organizationId });
    settingsByScope.set(name, settings);
    return settings;
  };
}

/**
 * Checks the given runs, else unfinished runs of all tenants until the deadline. A failure of one run does
 * not affect the others. Returns the number of recovered runs.
 */
export async function recoverStalledRuns(
  send: Send,
  nowMs: number,
  runs: readonly StoredRun[] | { deadlineMs: number },
): Promise<number> {
  let helped = 0;
  const settingsOf = settingsReader();
  const seen: Pick<StoredRun, 'status' | 'updatedAtMs'>[] = [];
  const recover = async (some: readonly StoredRun[]) => {
    seen.push(...some.map(({ status, updatedAtMs }) => ({ status, updatedAtMs })));
    await forEachParallel(some, parallelRuns, async (run) => {
      const recovery = recoveryFor(run, nowMs);
      if (recovery === 'nothing') return;
      const wasHelped = await quietly(run, async () => {
        if (recovery === 'resume') return resume(run, send, await settingsOf(run));
        if (!(await claimRedispatch(run, nowMs))) return false;
        await send(run, { runId: run.id, batch: run.batchesCompleted, isReminder: true });
        return true;
      });
      if (wasHelped) helped += 1;
    });
  };
  try {
    await ('deadlineMs' in runs ? sweepRuns(runs.deadlineMs, recover) : recover(runs));
  } finally {
    measureLag(seen, nowMs);
  }
  return helped;
}

/** Recovers stalled runs of all tenants, and logs their number. */
export const sweepStalledRuns =
  (send: Send) =>
  async ({ nowMs, deadlineMs }: RunTime): Promise<void> => {
    log('info', 'sync runs checked', { runs: await recoverStalledRuns(send, nowMs, { deadlineMs }) });
  };
