/**
 * Removes leftovers of processes that died: reservations without a row, objects without a row, and abandoned staged files.
 * Without leftovers it reads a short range of each shard and one list of the bucket.
 */

import { shuffled, tryEach } from '../../kernel/base/parallel.ts';
import { deleteObjects, listObjects } from '../../kernel/files/bucket.ts';
import { filePrefixes } from '../../kernel/files/object-keys.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import type { RunTime } from '../../kernel/queues/scheduled.ts';
import { fileWorkShards, placementShards } from './keys.ts';
import { uploadLimits } from './limits.ts';
import { duePlacements, type Placement } from './partitions/placement-store.ts';
import { abandonUpload, dueWork, type FileWork } from './partitions/storage-store.ts';
import { discardPlacement } from './placement.ts';
import { purge } from './purge.ts';

export interface SweepOutcome {
  /** Number of abandoned uploads, removed files, deleted staged files, and failures. */
  abandoned: number;
  purged: number;
  staged: number;
  failed: number;
}

const parallelShards = 8;
const stagedPerDelete = 500;

/** Counts and logs a failure; the sweep continues with the next file. */
function recordFailure(file: Record<string, string>, error: unknown, outcome: SweepOutcome): void {
  outcome.failed += 1;
  log('error', 'removing a file failed', { ...file, error: describeError(error) });
}

async function finish(work: FileWork, outcome: SweepOutcome): Promise<void> {
  try {
    // Another process has stored or abandoned it since the read.
    if (work.kind === 'upload' && !(await abandonUpload(work))) return;
    await purge(work, { staged: work.kind === 'upload', thumbnails: work.kind === 'purge' });
    outcome[work.kind === 'upload' ? 'abandoned' : 'purged'] += 1;
  } catch (error) {
    const { tenantId, attachmentId } = work;
    recordFailure({ tenantId, attachmentId }, error, outcome);
  }
}

async function finishPlacement(placement: Placement, outcome: SweepOutcome): Promise<void> {
  try {
    if (await discardPlacement(placement)) outcome.abandoned += 1;
  } catch (error) {
    const { tenantId, fileId } = placement;
    recordFailure({ tenantId, fileId }, error, outcome);
  }
}

async function sweepStaging(nowMs: number, deadlineMs: number, outcome: SweepOutcome): Promise<void> {
  let old: string[] = [];
  const remove = async () => {
    if (old.length > 0) await deleteObjects(old);
    outcome.staged += old.length;
    old = [];
  };
  for await (const { key, lastModified } of listObjects(filePrefixes.staging)) {
    if (Date.now() >= deadlineMs) break;
    if (lastModified.getTime() > nowMs - uploadLimits.stagedSeconds * 1_000) continue;
    old.push(key);
    if (old.length === stagedPerDelete) await remove();
  }
  await remove();
}

/**
 * Processes all work that is due at `nowMs` and deletes old staged files, until `deadlineMs`. Throws the first failure after
 * all shards.
 */
export async function sweepFiles({ nowMs, deadlineMs }: RunTime): Promise<SweepOutcome> {
  const outcome: SweepOutcome = { abandoned: 0, purged: 0, staged: 0, failed: 0 };
  // In random order, so that sweeps that reach the deadline do not always skip the same shards.
  const shards = shuffled(Array.from({ length: fileWorkShards }, (_, shard) => shard));
  const failures = await tryEach(shards, parallelShards, async (shard) => {
    for await (const due of dueWork(shard, nowMs)) {
      for (const work of due) if (Date.now() < deadlineMs) await finish(work, outcome);
    }
  });
  const placed = shuffled(Array.from({ length: placementShards }, (_, shard) => shard));
  const unplaced = await tryEach(placed, parallelShards, async (shard) => {
    for await (const due of duePlacements(shard, nowMs))
      for (const placement of due) if (Date.now() < deadlineMs) await finishPlacement(placement, outcome);
  });
  failures.push(...unplaced);
  await sweepStaging(nowMs, deadlineMs, outcome);
  const isClean = outcome.abandoned + outcome.purged + outcome.staged + outcome.failed === 0;
  log(isClean ? 'debug' : 'warn', 'files swept', { ...outcome });
  for (const { item: shard, error } of failures)
    log('error', 'sweeping a shard of files failed', { shard, error: describeError(error) });
  if (failures[0] !== undefined) throw failures[0].error;
  return outcome;
}
