import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { transact, updateItem } from '../../../kernel/table/write.ts';
import { syncRunKey } from '../keys.ts';
import { type Lease, type RunStatus, runAt, type StoredRun, triesAfter } from '../runs/run.ts';
import { syncLimits } from '../runs/run-limits.ts';
import { isHeld, moved, rowWrite, toStored } from '../runs/run-row.ts';

/**
 * Takes the lease of the next batch, in any status of the run. A lease that was not returned belongs to a
 * stopped worker and counts as an attempt. Throws RunMovedError.
 */
export async function takeLease(run: StoredRun, lease: Lease): Promise<StoredRun> {
  const { batchesCompleted, status, lease: seen } = run;
  const { tries, lostWorkers } = triesAfter(run);
  try {
    const item = await updateItem({
      Key: syncRunKey(run, run.id),
      UpdateExpression: `SET lease = :lease${
        seen ? ', tries = :tries, lostWorkers = :lost' : ''
      } REMOVE quietUntilMs`,
      ConditionExpression: `#status = :status AND batchesCompleted = :batch AND ${
        seen ? 'lease = :seen' : 'attribute_not_exists(lease)'
      }`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':status': status,
        ':batch': batchesCompleted,
        ':lease': lease,
        ...(seen && { ':seen': seen, ':tries': tries, ':lost': lostWorkers }),
      },
    });
    return toStored(item);
  } catch (error) {
    throw error instanceof ConditionFailedError ? moved(error.item) : error;
  }
}

/** Records at which service the run continues, if it is another one than before. Throws RunMovedError. */
export async function continueAt(before: StoredRun, lease: Lease, serviceHash: string): Promise<StoredRun> {
  if (before.serviceHash === serviceHash) return before;
  const after = runAt(before, serviceHash);
  await transact([rowWrite(before, after, isHeld(before, lease))]);
  return after;
}

/** Renews the lease of the batch. Returns the run's status. Throws RunMovedError if another worker holds it. */
export async function renewLease(run: StoredRun, lease: Lease, untilMs: number): Promise<RunStatus> {
  const { expression, names, values } = isHeld(run, lease);
  try {
    const item = await updateItem({
      Key: syncRunKey(run, run.id),
      UpdateExpression: 'SET lease.untilMs = :until',
      ConditionExpression: expression,
      ...(names && { ExpressionAttributeNames: names }),
      ExpressionAttributeValues: { ...values, ':until': untilMs },
    });
    return toStored(item).status;
  } catch (error) {
    throw error instanceof ConditionFailedError ? moved(error.item) : error;
  }
}

/** Returns the lease of a batch that could not be finished. Throws RunMovedError. */
export async function returnBatch(
  run: StoredRun,
  lease: Lease,
  { tries, quietUntilMs, lastError }: { tries: number; quietUntilMs: number; lastError: string },
): Promise<void> {
  await transact([
    {
      set: syncRunKey(run, run.id),
      values: { tries, quietUntilMs, lastError },
      remove: ['lease'],
      when: isHeld(run, lease),
      otherwise: moved,
    },
  ]);
}

/** Claims the right to send a run's message again; returns true for only one of several callers. */
export async function claimRedispatch(run: StoredRun, nowMs: number): Promise<boolean> {
  const { batchesCompleted, quietUntilMs } = run;
  try {
    await updateItem({
      Key: syncRunKey(run, run.id),
      UpdateExpression: 'SET quietUntilMs = :until',
      ConditionExpression: `batchesCompleted = :batch AND ${
        quietUntilMs === undefined ? 'attribute_not_exists(quietUntilMs)' : 'quietUntilMs = :seen'
      }`,
      ExpressionAttributeValues: {
        ':batch': batchesCompleted,
        ':until': nowMs + syncLimits.redispatchSeconds * 1_000,
        ...(quietUntilMs !== undefined && { ':seen': quietUntilMs }),
      },
    });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}
