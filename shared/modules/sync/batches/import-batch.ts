/** Imports one batch of items into records, as the holder of its lease. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { uuidPattern } from '../../../kernel/base/ids.ts';
import { allOf, chunksOf } from '../../../kernel/base/parallel.ts';
import { loadPatternEngine } from '../../../kernel/base/patterns.ts';
import { SourceError } from '../../../kernel/outbound/service-errors.ts';
import { countSeveralWrite } from '../../../kernel/table/counters.ts';
import {
  closeWriteShards,
  type Journal,
  journaledOutcomes,
  LostBatchError,
  writeJournaled,
} from '../../../kernel/table/journal.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { isRefusedWrite, type Write } from '../../../kernel/table/write.ts';
import {
  type Definition,
  findByExternalId,
  findRecords,
  getDefinitions,
  recordListPartition,
  usesPatterns,
} from '../../entities/public.ts';
import type { Connection } from '../../integrations/public.ts';
import {
  type BadItem,
  ofAdapter,
  type SourceItem,
  type SyncAdapter,
  type SyncContext,
  withStorableCursor,
} from '../adapter.ts';
import type { BatchDependencies } from '../dependencies.ts';
import {
  recordTypeOf,
  syncBatchPartition,
  syncChunkKey,
  syncChunksPrefix,
  syncWriteShardKey,
} from '../keys.ts';
import { fieldPathsOf, idFieldOf, matchFieldOf, matchValueOf, rowFilterOf } from '../mappings/mapping.ts';
import type { Mapping } from '../mappings/mapping-contract.ts';
import { findMatches } from '../mappings/match.ts';
import { failureWrite, outdatedFailures } from '../runs/failure-store.ts';
import { type Counts, heldBackOf, type Lease, noCounts, type StoredRun } from '../runs/run.ts';
import { syncLimits } from '../runs/run-limits.ts';
import {
  type FailedItem,
  findSynced,
  type Incoming,
  isUnchanged,
  mapBatch,
  type Outcome,
  type Planned,
  type Planning,
  planItem,
  type StoredState,
  type Synced,
  toChunks,
} from './import-plan.ts';

/** The lease of the worker that has received a message. */
export const newLease = ({ messageId, receiveCount }: Pick<Lease, 'messageId' | 'receiveCount'>): Lease => ({
  token: randomUUID(),
  ...{ messageId, receiveCount },
  untilMs: Date.now() + syncLimits.leaseSeconds * 1_000,
});

/** A batch with the worker that holds its lease. */
export interface LeasedBatch {
  run: StoredRun;
  lease: Lease;
  /**
   * Another worker has started the batch: the items that it wrote are counted, and only the others are
   * written.
   */
  isTakeover: boolean;
  context: ChangeContext;
  /** Aborts before the function times out, and when another worker has taken the batch. */
  signal: AbortSignal;
}

export interface BatchOutcome {
  counts: Counts;
  failures: FailedItem[];
}

/** Everything that work on a batch needs. */
export interface BatchContext extends LeasedBatch {
  adapter: SyncAdapter;
  connection: Connection;
  mapping: Mapping;
  parts: BatchDependencies;
}

/** The part that an adapter call needs; it needs no lease. */
export type AdapterInput = Pick<BatchContext, 'run' | 'connection' | 'mapping' | 'signal' | 'context'>;

export function syncContextOf({ run, connection, mapping, signal, context }: AdapterInput): SyncContext {
  const { tenantId, organizationId, integrationId, entityType, attachmentId, id: runId } = run;
  const { credentials, apiVersion } = connection;
  return {
    scope: { tenantId, organizationId },
    ...{ integrationId, runId, entityType, attachmentId, credentials, apiVersion, signal },
    idField: idFieldOf(mapping),
    fieldPaths: fieldPathsOf(mapping),
    nowMs: context.nowMs,
  };
}

export interface BatchResult extends BatchOutcome {
  cursor: string | null;
  hasMore: boolean;
  totalCount: number | null;
  storedCursor?: string | null | undefined;
  message?: string | undefined;
}

/** The journal of the run's next batch. */
export function journalOf(run: StoredRun): Journal {
  const { id, batchesCompleted: batch } = run;
  return {
    entries: {
      pk: syncBatchPartition(run, id, batch),
      skPrefix: syncChunksPrefix,
      keyOf: (chunkId) => syncChunkKey(run, id, batch, chunkId),
      entity: 'sync_chunk',
    },
    shards: {
      count: syncLimits.writeShards,
      keyOf: (shard) => syncWriteShardKey(run, id, batch, shard),
      entity: 'sync_lane',
    },
    keptDays: syncLimits.chunkDays,
  };
}

/** Writes per transaction. */
const extraWrites = 90;

export async function definitionsOf(run: RowScope & Pick<StoredRun, 'entityType'>): Promise<Definition[]> {
  const { fields } = await getDefinitions(run, recordTypeOf(run.entityType));
  if (fields.some(({ validation }) => usesPatterns(validation))) await loadPatternEngine();
  return fields;
}

const idOf = ({ mapped }: Incoming): string => mapped.externalId;

/** A record without an external id is exported under its own id, and imported under it, too. */
async function findByOwnId(run: StoredRun, externalIds: readonly string[]): Promise<Map<string, string>> {
  const ids = externalIds.filter((externalId) => uuidPattern.test(externalId));
  const records = ids.length === 0 ? [] : await findRecords(run, ids);
  return new Map(
    records.filter(({ entityType }) => entityType === recordTypeOf(run.entityType)).map(({ id }) => [id, id]),
  );
}

/** Records that match items without a bound record, by external id. */
async function matchesOf(
  { run, signal }: Pick<LeasedBatch, 'run' | 'signal'>,
  mapping: Mapping,
  items: readonly Incoming[],
): Promise<StoredState['matches']> {
  if (items.length === 0) return new Map();
  const byField =
    matchFieldOf(mapping) === undefined ? new Map() : await findMatches(run, mapping, items, signal);
  const others = items.map(idOf).filter((externalId) => !byField.has(externalId));
  const found = await findByExternalId(run, recordTypeOf(run.entityType), others);
  const itself = await findByOwnId(
    run,
    others.filter((externalId) => !found.has(externalId)),
  );
  return new Map([
    ...byField,
    ...[...found, ...itself].map(([externalId, id]) => [externalId, [id]] as const),
  ]);
}

/** Reads the records of items that have changed. */
async function readState(
  leased: Pick<LeasedBatch, 'run' | 'signal'>,
  mapping: Mapping,
  synced: ReadonlyMap<string, Synced>,
  changed: readonly Incoming[],
): Promise<StoredState> {
  const { run } = leased;
  const matches = await matchesOf(
    leased,
    mapping,
    changed.filter((item) => !synced.has(idOf(item))),
  );
  const ids = changed.flatMap((item) => synced.get(idOf(item))?.localId ?? matches.get(idOf(item)) ?? []);
  const records = await findRecords(run, [...new Set(ids)]);
  return { synced, matches, records: new Map(records.map((record) => [record.id, record])) };
}

/** Plans the writes of one row that is no part of a batch. */
export async function planRow(
  { run, signal, context }: Pick<LeasedBatch, 'run' | 'signal' | 'context'>,
  mapping: Mapping,
  item: Incoming,
): Promise<Planned> {
  const synced = await findSynced(run, run, [idOf(item)]);
  const stored = await readState({ run, signal }, mapping, synced, [item]);
  const planning: Planning = {
    ...{ run, stored, context },
    definitions: await definitionsOf(run),
    matchValueOf: ({ mapped }) => matchValueOf(mapping, mapped.fields),
    taken: new Set(),
  };
  return planItem(planning, item);
}

type Written = Extract<Planned, { outcome: Outcome }>;

/** Writes chunks in parallel. Returns the chunks that conflicted with other writers. Throws LostBatchError. */
async function writeChunks(
  { run, lease, signal, context: { nowMs } }: LeasedBatch,
  chunks: readonly (readonly Written[])[],
): Promise<Written[]> {
  const conflicts: Written[] = [];
  const failures: unknown[] = [];
  const queue = chunks.values();
  const journal = journalOf(run);
  const list = recordListPartition(run, recordTypeOf(run.entityType));
  const lane = async (number: number) => {
    for (const chunk of queue) {
      if (signal.aborted) failures.push(signal.reason);
      if (failures.length > 0) return;
      const outcomes = Object.fromEntries(chunk.map(({ item, outcome }) => [idOf(item), outcome]));
      const created = chunk.filter(({ outcome }) => outcome === 'created').length;
      const counted = created > 0 ? [countSeveralWrite(list, number, created)] : [];
      const writes = [...chunk.flatMap((one) => one.writes), ...counted];
      try {
        await writeJournaled(journal, { token: lease.token, shard: number }, { outcomes, writes }, nowMs);
      } catch (error) {
        // Items that other writers have changed are planned again.
        if (error instanceof LostBatchError || !isRefusedWrite(error)) failures.push(error);
        else conflicts.push(...chunk);
      }
    }
  };
  await allOf(Array.from({ length: syncLimits.writeShards }, (_, number) => lane(number)));
  if (failures.length > 0) throw failures[0];
  return conflicts;
}

const isFailure = (planned: Planned): planned is Extract<Planned, { failure: FailedItem }> =>
  'failure' in planned;

/** Stores the items, and retries while other writers change the same records. Returns the items that failed. */
async function storeIncoming(
  leased: LeasedBatch,
  mapping: Mapping,
  incoming: readonly Incoming[],
  add: (outcome: Outcome, count: number) => void,
): Promise<FailedItem[]> {
  const { run, context } = leased;
  const failures: FailedItem[] = [];
  let definitions: Definition[] | undefined;
  let left = incoming;
  for (let tries = 0; left.length > 0; tries += 1) {
    const synced = await findSynced(run, run, left.map(idOf));
    const changed = left.filter((item) => !isUnchanged(item, synced));
    add('skipped', left.length - changed.length);
    if (changed.length === 0) break;
    definitions ??= await definitionsOf(run);
    const stored = await readState(leased, mapping, synced, changed);
    const plans: Written[] = [];
    const planning: Planning = {
      ...{ run, stored, definitions, context },
      matchValueOf: ({ mapped }) => matchValueOf(mapping, mapped.fields),
      taken: new Set(),
    };
    for (const item of changed) {
      const planned = planItem(planning, item);
      if (isFailure(planned)) failures.push(planned.failure);
      else plans.push(planned);
    }
    // From the third attempt, each item has a chunk, so that an item with constant conflicts does not delay
    // the others.
    const chunks = tries < 2 ? toChunks(plans) : plans.map((one) => [one]);
    const conflicts = new Set(await writeChunks(leased, chunks));
    for (const plan of plans) if (!conflicts.has(plan)) add(plan.outcome, 1);
    left = [...conflicts].map(({ item }) => item);
    if (tries + 1 === syncLimits.conflictTries) {
      const error = 'Other writers changed the record at the same time.';
      failures.push(
        ...left.map(({ index, source }) => ({
          index,
          error,
          externalId: source.externalId,
          localId: null,
          data: source.data,
        })),
      );
      break;
    }
  }
  return failures;
}

/** Writes the items of a batch that belong to no record. Throws LostBatchError. */
async function writeExtras({ run, lease, context }: LeasedBatch, writes: readonly Write[]): Promise<void> {
  for (const some of chunksOf(writes, extraWrites))
    await writeJournaled(journalOf(run), { token: lease.token, shard: 0 }, { writes: some }, context.nowMs);
}

const counterOf = { created: 'createdCount', updated: 'updatedCount', skipped: 'skippedCount' } as const;

/** Adds up recorded outcomes. */
export function countWritten(outcomes: ReadonlyMap<string, string>): Counts {
  const counts = { ...noCounts };
  for (const outcome of outcomes.values()) counts[counterOf[outcome as Outcome]] += 1;
  return counts;
}

/**
 * Imports a batch and counts the outcome of every item exactly once, also after crashes. Throws
 * LostBatchError if another worker has taken the batch, and errors of the table.
 */
async function importItems(
  leased: LeasedBatch,
  mapping: Mapping,
  items: readonly (SourceItem | BadItem)[],
): Promise<BatchOutcome> {
  const { run, lease, isTakeover, context } = leased;
  let before: ReadonlyMap<string, string> = new Map();
  if (isTakeover) {
    await closeWriteShards(journalOf(run), lease.token, context.nowMs);
    before = await journaledOutcomes(journalOf(run));
    await writeExtras(leased, await outdatedFailures(run));
  }
  const counts = countWritten(before);
  const add = (outcome: Outcome, count: number) => {
    counts[counterOf[outcome]] += count;
  };
  const filter = await rowFilterOf(mapping, context.nowMs);
  const { incoming, failures, duplicates, heldBack } = mapBatch(mapping, items, filter);
  add('skipped', duplicates);
  const rest = before.size === 0 ? incoming : incoming.filter((item) => !before.has(idOf(item)));
  failures.push(...(await storeIncoming(leased, mapping, rest, add)));
  failures.sort((a, b) => a.index - b.index);
  const failureWrites = failures.map((failure) => failureWrite(run, failure.index, failure, context.nowMs));
  await writeExtras(leased, failureWrites);
  return { counts: { ...counts, ...heldBackOf(heldBack), failedCount: failures.length }, failures };
}

/** Reads a batch from the service and imports it. */
export async function importBatch(work: BatchContext): Promise<BatchResult> {
  const { run, adapter, mapping } = work;
  const { cursor: before, batchSize } = run;
  const read = adapter.readBatch?.(syncContextOf(work), { cursor: before, batchSize });
  const { items, cursor, hasMore, totalEstimate, message } = withStorableCursor(await ofAdapter(read));
  if (hasMore && (cursor === null || cursor === before))
    throw new SourceError('The service returned no cursor for the next batch.');
  const outcome = await importItems(work, mapping, items);
  const totalCount = totalEstimate ?? run.totalCount;
  return { ...outcome, cursor, hasMore, totalCount, storedCursor: cursor, message };
}
