/** The only file that knows how entity records lie in the table: a row, its externalId, a listing item. */
import { type Change, type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import { BodyTooLargeError, StaleError } from '../../kernel/errors/errors.ts';
import { toJson } from '../../kernel/http/json.ts';
import { countWrite, readTotal } from '../../kernel/table/counters.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key, RowScope } from '../../kernel/table/keys.ts';
import { findInOrganizations, type VisibleScope } from '../../kernel/table/organizations.ts';
import { batchGetParallel, type Item } from '../../kernel/table/read.ts';
import { type Condition, notExists, revisionIs, transact, type Write } from '../../kernel/table/write.ts';
import type { Definition } from './definition.ts';
import { ExternalIdTakenError } from './errors.ts';
import { externalIdKey, recordKey, recordListPartition, syncedKey } from './keys.ts';
import { entityLimits } from './limits.ts';
import { eventDataOf, type StoredRecord } from './record.ts';
import { listingItem, listingKeyOf } from './record-listing.ts';

const entity = 'record';

/** Fields and custom values are stored as JSON text: DynamoDB documents nest at most 32 levels deep. */
function rowWrite({ revision, fields, custom, ...record }: StoredRecord, when: Condition) {
  const documents = toJson({ fields, custom });
  if (Buffer.byteLength(documents) > entityLimits.recordBytes)
    throw new BodyTooLargeError(entityLimits.recordBytes);
  const put = toItem(recordKey(record, record.id), entity, { ...record, documents }, { revision });
  return { put, when };
}

function listedRow(record: StoredRecord, definitions: readonly Definition[], row: Item): Key & Item {
  return listingItem(record, definitions, { row, bytes: Buffer.byteLength(String(row.documents)) });
}

export function toStored(item: Item): StoredRecord {
  const { documents, ...record } = fromItem<StoredRecord & { documents: string }>(item, entity);
  return { ...record, ...JSON.parse(documents) };
}

function reserve(record: StoredRecord, externalId: string): Write {
  return {
    put: { ...externalIdKey(record, record.entityType, externalId), id: record.id },
    when: notExists,
    otherwise: () => new ExternalIdTakenError(externalId),
  };
}

function changeOf(before: StoredRecord | undefined, after: StoredRecord, action: Change['action']): Change {
  const { id, tenantId, organizationId, entityType, fields, custom } = after;
  return {
    tenantId,
    organizationId,
    resource: entityType,
    resourceId: id,
    action,
    version: after.revision,
    data: eventDataOf(after),
    changes: differences(before ? { ...before.fields, ...before.custom } : {}, { ...fields, ...custom }),
  };
}

export async function findRecord(scope: VisibleScope, id: string): Promise<StoredRecord | undefined> {
  return findInOrganizations(scope, (at) => recordKey(at, id), toStored);
}

/** What the creation of a record writes, but for the count of its list. Throws BodyTooLargeError. */
export function uncountedInsertWrites(
  record: StoredRecord,
  definitions: readonly Definition[],
  context: ChangeContext,
): Write[] {
  const row = rowWrite(record, notExists);
  return [
    ...(record.externalId === null ? [] : [reserve(record, record.externalId)]),
    row,
    { put: listedRow(record, definitions, row.put) },
    ...recordChange(changeOf(undefined, record, 'created'), context),
  ];
}

/** What the creation of a record writes. Throws BodyTooLargeError. */
export function insertWrites(
  record: StoredRecord,
  definitions: readonly Definition[],
  context: ChangeContext,
): Write[] {
  return [
    ...uncountedInsertWrites(record, definitions, context),
    countWrite(recordListPartition(record, record.entityType), record.id, 1),
  ];
}

/** Throws ExternalIdTakenError, BodyTooLargeError. One transaction. */
export async function insertRecord(
  record: StoredRecord,
  definitions: readonly Definition[],
  context: ChangeContext,
): Promise<void> {
  await transact(insertWrites(record, definitions, context));
}

/** A sync may note where a record is known without changing it: what it noted since must not be lost. */
function unchangedSince({ revision, sources }: StoredRecord): Condition {
  const { expression, values } = revisionIs(revision);
  return sources === undefined
    ? { expression: `${expression} AND attribute_not_exists(sources)`, ...(values && { values }) }
    : { expression: `${expression} AND sources = :sources`, values: { ...values, ':sources': sources } };
}

/** What the change of a record writes; StaleError when another writer came first. Throws BodyTooLargeError. */
export function replaceWrites(
  before: StoredRecord,
  after: StoredRecord,
  definitions: readonly Definition[],
  context: ChangeContext,
): Write[] {
  const row = rowWrite(after, unchangedSince(before));
  const moves = before.externalId !== after.externalId;
  return [
    { ...row, otherwise: () => new StaleError() },
    ...(moves && before.externalId !== null
      ? [{ delete: externalIdKey(before, before.entityType, before.externalId) }]
      : []),
    ...(moves && after.externalId !== null ? [reserve(after, after.externalId)] : []),
    { put: listedRow(after, definitions, row.put) },
    ...recordChange(changeOf(before, after, 'updated'), context),
  ];
}

/** Throws StaleError when another writer came first, ExternalIdTakenError, BodyTooLargeError. */
export async function replaceRecord(
  before: StoredRecord,
  after: StoredRecord,
  definitions: readonly Definition[],
  context: ChangeContext,
): Promise<void> {
  await transact(replaceWrites(before, after, definitions, context));
}

/** The write that notes where a record is known, and changes nothing of it. StaleError when another writer came first. */
export function sourcesWrite(before: StoredRecord, sources: StoredRecord['sources']): Write {
  return {
    set: recordKey(before, before.id),
    values: { sources },
    when: unchangedSince(before),
    otherwise: () => new StaleError(),
  };
}

/** Records by id, in no order; those that are gone are left out. */
export async function findRecords(scope: RowScope, ids: readonly string[]): Promise<StoredRecord[]> {
  const items = await batchGetParallel(ids.map((id) => recordKey(scope, id)));
  return items.map(toStored);
}

/** External id → id of the record that has it. */
export async function findByExternalId(
  scope: RowScope,
  entityType: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const keys = new Map(externalIds.map((one) => [externalIdKey(scope, entityType, one).pk, one]));
  const items = await batchGetParallel([...keys.keys()].map((pk): Key => ({ pk, sk: 'UNIQUE' })));
  return new Map(items.map(({ pk, id }) => [keys.get(String(pk)) ?? '', String(id)]));
}

/** How many records of a type there are. */
export async function countRecords(scope: RowScope, entityType: string): Promise<number> {
  return readTotal([recordListPartition(scope, entityType)], { consistent: true });
}

/** Throws StaleError when another writer came first. */
export async function removeRecord(record: StoredRecord, context: ChangeContext): Promise<void> {
  const deleted = { ...record, revision: record.revision + 1 };
  await transact([
    {
      delete: recordKey(record, record.id),
      when: unchangedSince(record),
      otherwise: () => new StaleError(),
    },
    ...(record.externalId === null
      ? []
      : [{ delete: externalIdKey(record, record.entityType, record.externalId) }]),
    { delete: listingKeyOf(record) },
    ...Object.entries(record.sources ?? {}).map(([integrationId, externalId]): Write => {
      const { entityType } = record;
      return { delete: syncedKey(record, { integrationId, entityType }, externalId) };
    }),
    countWrite(recordListPartition(record, record.entityType), record.id, -1),
    ...recordChange({ ...changeOf(record, deleted, 'deleted'), changes: {} }, context),
  ]);
}
