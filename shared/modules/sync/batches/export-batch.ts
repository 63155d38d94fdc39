/** Exports one batch of records. */

import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { chunksOf, forEachParallel, withinBytes } from '../../../kernel/base/parallel.ts';
import { hasAtMost } from '../../../kernel/base/text.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { withoutSecrets } from '../../../kernel/secrets/redact.ts';
import { transact, transactEach, type Write } from '../../../kernel/table/write.ts';
import {
  countRecords,
  findRecords,
  getDefinitions,
  readList,
  type StoredRecord,
  sourcesWrite,
  withDefinedValues,
} from '../../entities/public.ts';
import { entityLimits } from '../../entities/public-data.ts';
import { connect } from '../../integrations/public.ts';
import { findIntegration } from '../../integrations/public-data.ts';
import {
  type ExportItem,
  type ExportOutcome,
  ofAdapter,
  type SyncAdapter,
  type SyncContext,
  withStorableCursor,
} from '../adapter.ts';
import type { BatchDependencies } from '../dependencies.ts';
import { recordTypeOf } from '../keys.ts';
import {
  applyReverse,
  mappingOf,
  notEvaluatedText,
  type RowDecision,
  rowFilterOf,
} from '../mappings/mapping.ts';
import type { Mapping } from '../mappings/mapping-contract.ts';
import { failureWrite, outdatedFailures } from '../runs/failure-store.ts';
import { contextNow, heldBackOf, noCounts, type StoredRun } from '../runs/run.ts';
import { syncLimits } from '../runs/run-limits.ts';
import {
  type AdapterInput,
  type BatchContext,
  type BatchOutcome,
  type BatchResult,
  type LeasedBatch,
  syncContextOf,
} from './import-batch.ts';
import { contentHash, type FailedItem, findSynced, type Synced, syncedWrite } from './import-plan.ts';

// The position of an export.

export interface ExportCursor {
  /** Only records that have changed since then are read; null: all. */
  sinceMs: number | null;
  /** When reading the list began, which may be in an earlier run; null: not yet. */
  begunMs: number | null;
  /** The position after which the list of records is read next; null: from the beginning. */
  after: string | null;
  /** Whether items have failed since reading the list began: the next run then reads the same records again. */
  hasFailed: boolean;
  /** The adapter's own cursor. */
  adapter: string | null;
  /** Hash of the mapping when reading the list began: records that another mapping has left out or formed are read again. */
  mapping: string | null;
}

function timeOf(text: string | null | undefined): number | null {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

interface StoredCursor {
  since?: string;
  begun?: string;
  after?: string | null;
  failed?: boolean;
  adapter?: string | null;
  mapping?: string | null;
}

/** Parses the cursor of a run; an invalid text counts as the beginning. */
export function parseExportCursor(text: string | null): ExportCursor {
  const start: ExportCursor = {
    ...{ sinceMs: null, begunMs: null, after: null, hasFailed: false, adapter: null, mapping: null },
  };
  if (text === null) return start;
  try {
    const {
      since,
      begun,
      after = null,
      failed,
      adapter = null,
      mapping = null,
    } = parseJson(text) as StoredCursor;
    const times = { sinceMs: timeOf(since), begunMs: timeOf(begun) };
    return { ...times, after, hasFailed: failed === true, adapter, mapping };
  } catch {
    return start;
  }
}

export function exportCursorText(position: ExportCursor): string {
  const { sinceMs, begunMs, after, hasFailed, adapter, mapping } = position;
  const cursor: StoredCursor = {
    ...(sinceMs !== null && { since: toIso(sinceMs) }),
    ...(begunMs !== null && { begun: toIso(begunMs) }),
    ...(after !== null && { after }),
    ...(hasFailed && { failed: true }),
    ...(adapter !== null && { adapter }),
    ...(mapping !== null && { mapping }),
  };
  return toJson(cursor);
}

/** The position from which a batch reads: the first batch of a list reads all records if the mapping has changed. */
function startedCursor(cursor: ExportCursor, mapping: Mapping): ExportCursor {
  if (cursor.begunMs !== null) return cursor;
  const current = contentHash(mapping);
  return { ...cursor, mapping: current, sinceMs: cursor.mapping === current ? cursor.sinceMs : null };
}

// The records of a batch.

/**
 * Includes records whose writer's clock was behind. Records that were already exported are recognized by
 * their hash.
 */
const marginMs = 60_000;
const parallelNotes = 30;
const writesAtOnce = 90;

interface Outgoing {
  decision: RowDecision;
  record: StoredRecord;
  item: ExportItem;
  hash: string;
  synced: Synced | undefined;
}

export interface ExportOutcomeOfBatch extends BatchOutcome {
  cursor: string | null;
  hasMore: boolean;
  totalCount: number | null;
  /** The cursor of the next run of the same kind. */
  storedCursor?: string | null;
}

/** The records without the values of fields that are no longer defined. */
async function withShownValues(run: StoredRun, records: readonly StoredRecord[]): Promise<StoredRecord[]> {
  if (records.every(({ custom }) => Object.keys(custom).length === 0)) return [...records];
  const { fields } = await getDefinitions(run, recordTypeOf(run.entityType));
  return records.map((record) => withDefinedValues(record, fields));
}

/** The record's id in the service. A record to which the service never gave an id has the platform's id. */
const externalIdOf = ({ id, sources }: StoredRecord, integrationId: string): string | null => {
  const externalId = sources?.[integrationId] ?? null;
  return externalId === id ? null : externalId;
};

/**
 * Converts the records that pass the mapping's condition; with `onlyChanges`, only those that differ from
 * what the service has.
 */
async function outgoingOf(
  run: StoredRun,
  mapping: Mapping,
  records: readonly StoredRecord[],
  { onlyChanges, nowMs }: { onlyChanges: boolean; nowMs: number },
): Promise<{ outgoing: Outgoing[]; heldBack: number; failures: FailedItem[]; unchanged: number }> {
  const keyOf = ({ id, sources }: StoredRecord) => sources?.[run.integrationId] ?? id;
  const mapped = records.filter(({ sources }) => sources?.[run.integrationId] !== undefined);
  const synced = onlyChanges ? await findSynced(run, run, mapped.map(keyOf)) : new Map<string, Synced>();
  const filter = await rowFilterOf(mapping, nowMs);
  const all = records.map((record): Outgoing => {
    const data = applyReverse(mapping, { fields: record.fields, customFields: record.custom });
    const externalId = externalIdOf(record, run.integrationId);
    return {
      decision: filter(data),
      record,
      item: { localId: record.id, externalId: externalId ?? (onlyChanges ? null : record.externalId), data },
      hash: onlyChanges ? contentHash([run.serviceHash, data]) : '',
      synced: synced.get(keyOf(record)),
    };
  });
  const selected = all.filter(({ decision }) => decision === 'selected');
  const outgoing = selected.filter(({ hash, synced: before }) => !onlyChanges || before?.exportHash !== hash);
  // Numbered after the items that the service refuses.
  const failures = all.flatMap(({ decision, item: { localId, externalId, data } }, index): FailedItem[] =>
    decision === 'not evaluated'
      ? [{ index: all.length + index, externalId, localId, error: notEvaluatedText, data }]
      : [],
  );
  const heldBack = all.length - selected.length - failures.length;
  return { outgoing, heldBack, failures, unchanged: selected.length - outgoing.length };
}

/**
 * Records what the service has now, so that an unchanged record is not exported again. A concurrent change of
 * the record wins.
 */
async function noteExported(
  run: StoredRun,
  done: readonly (Outgoing & { outcome: ExportOutcome })[],
): Promise<void> {
  const writesOf = ({ record, hash, synced, outcome }: (typeof done)[number]): Write[] => {
    const mappedId = record.sources?.[run.integrationId];
    const externalId = mappedId ?? outcome.externalId ?? record.id;
    const sources = { ...record.sources, [run.integrationId]: externalId };
    const note = { ...synced, externalId, localId: record.id, exportHash: hash };
    return [
      syncedWrite(run, run, note, synced),
      ...(mappedId === undefined ? [sourcesWrite(record, sources)] : []),
    ];
  };
  await forEachParallel(chunksOf(done, parallelNotes), syncLimits.writeShards, async (some) => {
    for (const outcome of await transactEach(some.map(writesOf)))
      if (outcome.status === 'rejected' && !(outcome.reason instanceof StaleError)) throw outcome.reason;
  });
}

/** Why the id that the service gave to a record cannot be stored, or undefined. */
function idProblem(externalId: string): string | undefined {
  if (!externalId.isWellFormed()) return 'The service returned an id that is not valid Unicode.';
  return hasAtMost(externalId, entityLimits.externalId)
    ? undefined
    : `The service returned an id of more than ${entityLimits.externalId} characters.`;
}

function countsOf(outgoing: readonly Outgoing[], results: readonly ExportOutcome[]) {
  const byId = new Map(results.map((result) => [result.localId, result]));
  const counts = { ...noCounts };
  const failures: FailedItem[] = [];
  const done: (Outgoing & { outcome: ExportOutcome })[] = [];
  for (const [index, one] of outgoing.entries()) {
    const { localId, externalId, data } = one.item;
    const outcome = byId.get(localId) ?? {
      localId,
      status: 'error',
      error: 'The adapter returned no result for this item.',
    };
    const error = outcome.status === 'success' ? idProblem(outcome.externalId ?? '') : undefined;
    if (error !== undefined) failures.push({ index, externalId, localId, error, data });
    else if (outcome.status === 'success') {
      counts.updatedCount += 1;
      done.push({ ...one, outcome });
    } else if (outcome.status === 'skipped') counts.skippedCount += 1;
    else
      failures.push({ index, externalId, localId, error: outcome.error ?? 'The service refused it.', data });
  }
  return { counts: { ...counts, failedCount: failures.length }, failures, done };
}

/**
 * Writes one batch with the adapter. A repetition by another worker writes the same items again, which
 * adapters must accept, and counts its own results. Throws what the adapter throws.
 */
async function exportItems(
  { run, isTakeover, context: { nowMs } }: LeasedBatch,
  mapping: Mapping,
  adapter: SyncAdapter,
  syncContext: SyncContext,
): Promise<ExportOutcomeOfBatch> {
  const cursor = startedCursor(parseExportCursor(run.cursor), mapping);
  const onlyChanges = adapter.exportsChangesOnly !== false;
  const sinceMs = onlyChanges ? cursor.sinceMs : null;
  const limit = run.batchSize;
  // A repeated export counts its own results.
  const outdated = isTakeover ? await outdatedFailures(run) : [];
  const page = await readList(run, recordTypeOf(run.entityType), { after: cursor.after ?? undefined, limit });
  const listed = withinBytes(page, syncLimits.batchBytes);
  const changed = listed.filter(({ updatedAtMs }) => sinceMs === null || updatedAtMs >= sinceMs);
  const found = new Map(
    (
      await findRecords(
        run,
        changed.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  const records = await withShownValues(
    run,
    changed.map(({ id }) => found.get(id)).filter((record) => record !== undefined),
  );
  const {
    outgoing,
    unchanged,
    heldBack,
    failures: unevaluated,
  } = await outgoingOf(run, mapping, records, {
    onlyChanges,
    nowMs,
  });
  const hasMore = page.length === limit || listed.length < page.length;
  const { results, cursor: next } = (await adapter.writeBatch?.(syncContext, {
    items: outgoing.map(({ item }) => item),
    cursor: cursor.adapter,
    isLast: !hasMore,
    batchIndex: run.batchesCompleted,
  })) ?? { results: [], cursor: null };
  const { counts, failures: refused, done } = countsOf(outgoing, results);
  const failures = [...refused, ...unevaluated];
  if (onlyChanges) await noteExported(run, done);
  const failureWrites = failures.map((failure) => failureWrite(run, failure.index, failure, nowMs));
  for (const some of chunksOf(outdated, writesAtOnce)) await transact(some);
  for (const some of chunksOf(failureWrites, writesAtOnce)) await transact(some);
  const skippedCount = counts.skippedCount + unchanged + listed.length - changed.length;
  // A retry continues the list: records before its position may have changed since the earlier run read them.
  const begunMs = cursor.begunMs ?? run.startedAtMs ?? nowMs;
  const hasFailed = cursor.hasFailed || failures.length > 0;
  // Records whose export failed were perhaps not changed since, so the next run begins where this one did.
  const nextSinceMs = hasFailed ? cursor.sinceMs : begunMs - marginMs;
  const start: ExportCursor = {
    sinceMs: onlyChanges ? nextSinceMs : null,
    ...{ begunMs: null, after: null, hasFailed: false, adapter: null, mapping: cursor.mapping },
  };
  const after = listed.at(-1)?.after ?? cursor.after;
  const stored = onlyChanges ? exportCursorText(start) : null;
  return {
    counts: { ...counts, ...heldBackOf(heldBack), skippedCount, failedCount: failures.length },
    failures,
    hasMore,
    cursor: hasMore ? exportCursorText({ ...cursor, begunMs, after, hasFailed, adapter: next }) : stored,
    totalCount: run.totalCount ?? (await countRecords(run, recordTypeOf(run.entityType))),
    ...(!hasMore && { storedCursor: stored }),
  };
}

/**
 * Exports one batch to the service. Errors of the adapter are handled inside, so every other error is the
 * platform's.
 */
export async function exportBatch(work: BatchContext): Promise<BatchResult> {
  const { adapter, mapping, connection } = work;
  const withSafeError = ({ error, ...outcome }: ExportOutcome): ExportOutcome => ({
    ...outcome,
    // Services may repeat the request, with its credentials, in their errors.
    ...(error !== undefined && { error: withoutSecrets(error, connection.secrets) }),
  });
  const loggingAdapter: SyncAdapter = {
    ...adapter,
    writeBatch: async (context, batch) => {
      const result = withStorableCursor(await ofAdapter(adapter.writeBatch?.(context, batch)));
      return { ...result, results: result.results.map(withSafeError) };
    },
  };
  return exportItems(work, mapping, loggingAdapter, syncContextOf(work));
}

/**
 * Removes temporary data of an export from the service. A failure is only logged: services remove such data
 * after some time.
 */
export async function cleanUpExport(work: AdapterInput & Pick<BatchContext, 'adapter'>): Promise<void> {
  const { run, adapter } = work;
  if (run.direction !== 'export' || adapter.cleanUpExport === undefined) return;
  await adapter
    .cleanUpExport(syncContextOf(work), parseExportCursor(run.cursor).adapter)
    .catch((error: unknown) =>
      log('warn', 'an export was not cleaned up', { runId: run.id, error: describeError(error) }),
    );
}

/** Cleans up after an export that has ended. Does nothing if its adapter was removed from the deployment. */
export async function cleanUpStoppedExport(run: StoredRun, dependencies: BatchDependencies): Promise<void> {
  const definition = findIntegration(run.integrationId);
  const adapter = dependencies.findAdapter(definition?.providerKey);
  if (definition === undefined || adapter === undefined) return;
  const { tenantId, organizationId } = run;
  const connection = await connect({ tenantId, organizationId }, definition);
  const mapping = await mappingOf(run, run, adapter, dependencies.findMapping);
  const signal = AbortSignal.timeout(syncLimits.validateMs);
  await cleanUpExport({ run, adapter, connection, mapping, signal, context: contextNow() });
}
