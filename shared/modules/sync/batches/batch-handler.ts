/**
 * Works on runs, a batch for each message. The holder of the batch's lease does; a transaction at its end moves the run
 * on, and the next message is sent. After a crash in between, another worker continues with exact counts.
 */
import { randomUUID } from 'node:crypto';
import { isOpenHome } from '../../../kernel/auth/directory-reader.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { RetryableError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import type { Delivery } from '../../../kernel/queues/worker.ts';
import { type Connection, connect } from '../../integrations/public.ts';
import { findIntegration } from '../../integrations/public-light.ts';
import { adapterOf } from '../adapter.ts';
import type { BatchDependencies } from '../dependencies.ts';
import { mappingOf } from '../mappings/mapping.ts';
import type { Mapping } from '../mappings/mapping-contract.ts';
import {
  addCounts,
  type BatchData,
  batchMessageType,
  claimOf,
  contextNow,
  countsOf,
  type Lease,
  type StoredRun,
  stoppedWorkersText,
} from '../runs/run.ts';
import { syncLimits } from '../runs/run-limits.ts';
import { beginRun, findRun, RunMovedError } from '../runs/run-store.ts';
import { resumeRuns } from '../runs/stalled-runs.ts';
import {
  claimRedispatch,
  closeWriteShards,
  finishLate,
  holdLease,
  LostBatchError,
  takeLease,
  writtenBefore,
} from './batch-store.ts';
import {
  type BatchContext,
  type BatchResult,
  blockedReason,
  cleanUpExport,
  exportOne,
  fail,
  finish,
  handleBatchFailure,
  importOne,
  pause,
  returnUnstarted,
} from './batch-work.ts';
import { countWritten, type LeasedBatch } from './import-batch.ts';

/** Works on a batch as the holder of its lease. */
async function workOn(
  held: Omit<LeasedBatch, 'context' | 'signal'>,
  connection: Connection,
  parts: BatchDependencies,
): Promise<void> {
  const { run, lease } = held;
  const { adapter } = adapterOf(run.integrationId, parts.findAdapter);
  let mapping: Mapping;
  try {
    mapping = await mappingOf(run, run, adapter, parts.findMapping);
  } catch (error) {
    return returnUnstarted(run, lease, error, parts);
  }
  const heldLease = holdLease(run, lease);
  const { signal } = heldLease;
  const work: BatchContext = { ...held, context: contextNow(), adapter, connection, mapping, signal, parts };
  try {
    let done: BatchResult;
    try {
      done = await (run.direction === 'import' ? importOne(work) : exportOne(work));
    } finally {
      await heldLease.end();
    }
    await finish(work, done);
  } catch (error) {
    await handleBatchFailure(work, error);
  }
}

const newLease = ({ messageId, receiveCount }: Delivery): Lease => ({
  token: randomUUID(),
  ...{ messageId, receiveCount },
  untilMs: Date.now() + syncLimits.leaseSeconds * 1_000,
});

/** Of a deployment without the integration or its adapter, which it had when the run was started. */
const noAdapter = 'There is no sync adapter for the integration any more.';

async function take(
  run: StoredRun,
  how: { do: 'begin' } | { do: 'work'; isTakeover: boolean },
  delivery: Delivery,
  parts: BatchDependencies,
): Promise<void> {
  const definition = findIntegration(run.integrationId);
  if (definition === undefined || parts.findAdapter(definition.providerKey) === undefined) {
    await fail(run, undefined, noAdapter);
    return;
  }
  const lease = newLease(delivery);
  const isFirst = how.do === 'begin';
  const { tenantId, organizationId } = run;
  const taken = isFirst ? undefined : await takeLease(run, lease);
  let connection: Connection;
  let isOpen: boolean;
  try {
    connection = await connect({ tenantId, organizationId }, definition);
    isOpen = await isOpenHome(run);
  } catch (error) {
    // With the lease on it the batch would look like one whose worker was stopped.
    if (taken !== undefined) await returnUnstarted(taken, lease, error, parts);
    else throw error;
    return;
  }
  const why = isOpen ? blockedReason(connection) : 'closed';
  if (why !== undefined) return pause(taken ?? run, taken && lease, why);
  const held = taken ?? (await beginRun(run, lease, contextNow()));
  await workOn({ run: held, lease, isTakeover: !isFirst && how.isTakeover }, connection, parts);
}

/** Ends a run whose batch has stopped too many workers, and tidies up behind it. Throws RunMovedError. */
async function failStopped(before: StoredRun, delivery: Delivery, parts: BatchDependencies): Promise<void> {
  const lease = newLease(delivery);
  const after = await fail(await takeLease(before, lease), lease, stoppedWorkersText(before));
  if (after.direction === 'import') return;
  await cleanUpStoppedExport(after, parts).catch((error: unknown) =>
    log('warn', 'an export was not cleaned up', { runId: after.id, error: describeError(error) }),
  );
}

/** Tidies up behind an export that has ended. */
async function cleanUpStoppedExport(run: StoredRun, parts: BatchDependencies): Promise<void> {
  const { definition, adapter } = adapterOf(run.integrationId, parts.findAdapter);
  const { tenantId, organizationId } = run;
  const connection = await connect({ tenantId, organizationId }, definition);
  const mapping = await mappingOf(run, run, adapter, parts.findMapping);
  const signal = AbortSignal.timeout(syncLimits.validateMs);
  await cleanUpExport({ run, adapter, connection, mapping, signal, context: contextNow() });
}

/** Counts what a stopped worker had written of a batch, when its run was cancelled. */
async function settle(before: StoredRun, delivery: Delivery): Promise<void> {
  const lease = newLease(delivery);
  const run = await takeLease(before, lease);
  await closeWriteShards(run, lease, Date.now());
  const counts = addCounts(countsOf(run), countWritten(await writtenBefore(run)));
  const { cursor, totalCount } = run;
  await finishLate(run, lease, { counts, cursor, totalCount, entries: [] }, false, contextNow());
}

/** Handles the message of a batch: exactly one of all its copies does the work. Throws RetryableError. */
export async function runBatch(
  { tenantId, data }: Pick<Message<BatchData>, 'tenantId' | 'data'>,
  delivery: Delivery,
  parts: BatchDependencies,
): Promise<void> {
  if (tenantId === null) return;
  const run = await findRun({ tenantId }, data.runId);
  const claim = claimOf(run, data, delivery, Date.now());
  if (run === undefined || claim.do === 'drop') {
    log('info', 'a sync message was dropped', {
      ...data,
      why: 'why' in claim ? claim.why : 'the run is gone',
    });
    return;
  }
  if (claim.do === 'wait') throw new RetryableError('Another copy of the message is being worked on.');
  if (claim.do === 'cleanUp') return cleanUpStoppedExport(run, parts);
  if (claim.do === 'resend') {
    if (await claimRedispatch(run, Date.now()))
      await parts.send(run, { runId: run.id, batch: run.batchesCompleted });
    return;
  }
  try {
    if (claim.do === 'settle') await settle(run, delivery);
    else if (claim.do === 'fail') await failStopped(run, delivery, parts);
    else await take(run, claim, delivery, parts);
  } catch (error) {
    if (!(error instanceof RunMovedError || error instanceof LostBatchError)) throw error;
    log('info', 'a sync batch belongs to another worker', { runId: run.id, batch: data.batch });
  }
}

// What comes to the queue of imports: batches, and events of integrations that runs may wait for.

/** Throws RetryableError, and what the table throws: the message comes again. */
export async function handleSyncMessage(
  message: Message,
  delivery: Delivery,
  parts: BatchDependencies,
): Promise<void> {
  const { type, tenantId, organizationId, data } = message;
  if (type === batchMessageType) return runBatch(message as unknown as Message<BatchData>, delivery, parts);
  if (tenantId === null || organizationId === null) return;
  await resumeRuns({ tenantId, organizationId }, String(data.integrationId), parts.send);
}
