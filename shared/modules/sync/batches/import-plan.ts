/** Plans the writes for the items of a batch. Pure. */

import { hash } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { canonicalJson, toJson } from '../../../kernel/base/json.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import type { AppError } from '../../../kernel/errors/app-error.ts';
import { BodyTooLargeError, InvalidInputError } from '../../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key, RowScope } from '../../../kernel/table/keys.ts';
import { batchGetParallel } from '../../../kernel/table/read.ts';
import { type Condition, orStale, type Write } from '../../../kernel/table/write.ts';
import {
  changedRecord,
  type Definition,
  newRecord,
  replaceWrites,
  type StoredRecord,
  sourcesWrite,
  syncedKey,
  uncountedInsertWrites,
} from '../../entities/public.ts';
import { type BadItem, isBadItem, type SourceItem } from '../adapter.ts';
import { recordTypeOf, type SyncSubject } from '../keys.ts';
import {
  applyMapping,
  everyRow,
  fieldsOnto,
  type Mapped,
  notEvaluatedText,
  type RowFilter,
  type RowProblem,
} from '../mappings/mapping.ts';
import type { Mapping } from '../mappings/mapping-contract.ts';
import type { Failure } from '../runs/failure-store.ts';

// Detects changed content without storing it. Pure.

/** 128 bits of SHA-256: equal for equal content, in any order of its keys. */
export function contentHash(content: unknown): string {
  return hash('sha256', canonicalJson(content), 'base64url').slice(0, 22);
}

// Binds items of an integration to records: an item whose key contains the external id, so that it is unique,
// and a note on the record. Both are written in one transaction, and are removed with the record.

/**
 * What is stored about an item. The hashes show whether its content has changed since the last import, and what the
 * service has received of it.
 */
export interface Synced {
  externalId: string;
  localId: string;
  importHash?: string;
  exportHash?: string;
}

const entity = 'synced';

type Subject = Pick<SyncSubject, 'integrationId' | 'entityType'>;

/** Contains the record's type, because a deleted record knows nothing else. */
const keyOf = (scope: RowScope, { integrationId, entityType }: Subject, externalId: string): Key =>
  syncedKey(scope, { integrationId, entityType: recordTypeOf(entityType) }, externalId);

/** Reads what is stored about these items, by external id. */
export async function findSynced(
  scope: RowScope,
  subject: Subject,
  externalIds: readonly string[],
): Promise<Map<string, Synced>> {
  const items = await batchGetParallel(externalIds.map((one) => keyOf(scope, subject, one)));
  return new Map(
    items.map((item) => {
      const synced = fromItem<Synced>(item, entity);
      return [synced.externalId, synced];
    }),
  );
}

/** The item is not bound, or is still bound to this record. */
function unchangedCondition(before: Synced | undefined): Condition {
  return before === undefined
    ? { expression: 'attribute_not_exists(pk)' }
    : { expression: 'localId = :localId', values: { ':localId': before.localId } };
}

/** The write that binds an item to its record. Throws StaleError if it was bound to another record meanwhile. */
export function syncedWrite(
  scope: RowScope,
  subject: Subject,
  synced: Synced,
  before: Synced | undefined,
): Write {
  return {
    put: toItem(keyOf(scope, subject, synced.externalId), entity, synced),
    ...orStale(unchangedCondition(before)),
  };
}

export type Outcome = 'created' | 'updated' | 'skipped';

/** An item to import. */
export interface Incoming {
  /** Its index in the batch, from 0. */
  index: number;
  source: SourceItem;
  mapped: Mapped;
  hash: string;
}

/** An item that failed, with its index in the batch. */
export interface FailedItem extends Failure {
  index: number;
  /** Each problem of the row; `error` says them in one text. */
  problems?: readonly RowProblem[];
}

export interface MappedBatch {
  incoming: Incoming[];
  failures: FailedItem[];
  /** Items that a later item with the same id replaces. */
  duplicates: number;
  /** Items that the condition of the mapping excludes. */
  heldBack: number;
}

function failed(index: number, item: SourceItem | BadItem, error: string): FailedItem {
  return { index, externalId: item.externalId, localId: null, error, data: item.data ?? null };
}

/** Applies the condition and the mapping. The last of several items with one external id wins. */
export function mapBatch(
  mapping: Mapping,
  items: readonly (SourceItem | BadItem)[],
  filter: RowFilter = everyRow,
): MappedBatch {
  const failures: FailedItem[] = [];
  const byId = new Map<string, Incoming>();
  let [duplicates, heldBack] = [0, 0];
  for (const [index, item] of items.entries()) {
    if (isBadItem(item)) {
      failures.push(failed(index, item, item.error));
      continue;
    }
    const decision = filter(item.data);
    if (decision === 'held back') {
      heldBack += 1;
      continue;
    }
    if (decision === 'not evaluated') {
      failures.push(failed(index, item, notEvaluatedText));
      continue;
    }
    const mapped = applyMapping(mapping, item);
    if (!mapped.ok) {
      failures.push({ ...failed(index, item, mapped.error), problems: mapped.problems });
      continue;
    }
    if (byId.delete(mapped.externalId)) duplicates += 1;
    const { fields, customFields } = mapped;
    byId.set(mapped.externalId, { index, source: item, mapped, hash: contentHash([fields, customFields]) });
  }
  return { incoming: [...byId.values()], failures, duplicates, heldBack };
}

/** The stored state of items and records. */
export interface StoredState {
  synced: ReadonlyMap<string, Synced>;
  /** By the external id of items that are not bound: ids of matching records. */
  matches: ReadonlyMap<string, readonly string[]>;
  records: ReadonlyMap<string, StoredRecord>;
}

/** Whether the item is the same as at the last import. Its record then exists: they are removed together. */
export function isUnchanged({ mapped, hash }: Incoming, synced: StoredState['synced']): boolean {
  return synced.get(mapped.externalId)?.importHash === hash;
}

/** The writes that import an item with its outcome, or why it cannot be imported. */
export type Planned =
  | { item: Incoming; outcome: Outcome; writes: Write[] }
  | { item: Incoming; failure: FailedItem };

function problemsOf({ message, details }: AppError): RowProblem[] {
  if (details === undefined) return [{ field: null, message }];
  return Object.entries(details).map(([field, problem]) => ({ field, message: String(problem) }));
}

const textOf = (problems: readonly RowProblem[]): string =>
  problems.map(({ field, message }) => (field === null ? message : `${field} ${message}`)).join('; ');

const isSame = (left: StoredRecord, right: StoredRecord): boolean =>
  left.externalId === right.externalId &&
  contentHash([left.fields, left.custom]) === contentHash([right.fields, right.custom]);

/** The common input of the items of a batch. */
export interface Planning {
  run: RowScope & Subject;
  stored: StoredState;
  definitions: readonly Definition[];
  context: ChangeContext;
  /** The value by which the record is found, if the mapping matches by a field. */
  matchValueOf(item: Incoming): string | undefined;
  /** Records of items that were already planned: a transaction must not write the same record twice. */
  taken: Set<string>;
}

/** Plans one item. */
export function planItem(
  { run, stored, definitions, context, matchValueOf, taken }: Planning,
  item: Incoming,
): Planned {
  const { externalId, fields, customFields } = item.mapped;
  const { integrationId, tenantId, organizationId } = run;
  const scope: Scope = { tenantId, organizationId, organizationIds: [organizationId] };
  const fail = (error: string, localId: string | null = null, problems?: RowProblem[]): Planned => ({
    item,
    failure: { ...failed(item.index, item.source, error), localId, ...(problems && { problems }) },
  });
  const before = stored.synced.get(externalId);
  const candidates = before ? [before.localId] : (stored.matches.get(externalId) ?? []);
  if (candidates.length > 1) return fail(`${candidates.length} records match the item.`);
  const [localId = ''] = candidates;
  const target = localId || matchValueOf(item);
  if (target !== undefined && taken.has(target)) return fail('Another item of the batch is the same record.');
  if (target !== undefined) taken.add(target);
  const record = stored.records.get(localId);
  const other = record?.sources?.[integrationId];
  if (other !== undefined && other !== externalId)
    return fail(`The matching record belongs to another item: ${other}.`, localId);
  const bind = (id: string): Write =>
    syncedWrite(run, run, { ...before, externalId, localId: id, importHash: item.hash }, before);
  try {
    if (record === undefined) {
      const body = { entityType: recordTypeOf(run.entityType), externalId, fields, customFields };
      const created = {
        ...newRecord(scope, body, definitions, context),
        sources: { [integrationId]: externalId },
      };
      const writes = uncountedInsertWrites(created, definitions, context);
      return { item, outcome: 'created', writes: [...writes, bind(created.id)] };
    }
    const changes = { id: localId, fields: fieldsOnto(record.fields, item.mapped), customFields };
    const changed = changedRecord(record, changes, definitions, context);
    const sources = { ...record.sources, [integrationId]: externalId };
    if (isSame(record, changed)) {
      const noted = other === undefined ? [sourcesWrite(record, sources)] : [];
      return { item, outcome: 'skipped', writes: [...noted, bind(record.id)] };
    }
    const writes = replaceWrites(record, { ...changed, sources }, definitions, context);
    return { item, outcome: 'updated', writes: [...writes, bind(record.id)] };
  } catch (error) {
    if (!(error instanceof InvalidInputError || error instanceof BodyTooLargeError)) throw error;
    const problems = problemsOf(error);
    return fail(textOf(problems), record?.id ?? null, problems);
  }
}

/** Actions of a transaction, without the chunk's own writes: write shard, chunk and count. */
const chunkActions = 97;
/** A DynamoDB transaction has at most 4 MB; attributes other than the texts of records need the rest. */
const chunkBytes = 2_500_000;
const bytesBesides = 4_000;

type Written = Extract<Planned, { outcome: Outcome }>;

/** A record's content is written to its row and its event, and in part to its listing item and audit entry. */
const bytesOf = ({ item }: Written): number =>
  bytesBesides + 2.5 * Buffer.byteLength(toJson([item.mapped.fields, item.mapped.customFields]));

/** Groups planned items into chunks that fit into one transaction each. */
export function toChunks(planned: readonly Written[]): Written[][] {
  const chunks: Written[][] = [];
  let [actions, bytes] = [0, 0];
  for (const one of planned) {
    const size = bytesOf(one);
    const last = chunks.at(-1);
    if (last === undefined || actions + one.writes.length > chunkActions || bytes + size > chunkBytes) {
      chunks.push([one]);
      [actions, bytes] = [one.writes.length, size];
    } else {
      last.push(one);
      actions += one.writes.length;
      bytes += size;
    }
  }
  return chunks;
}
