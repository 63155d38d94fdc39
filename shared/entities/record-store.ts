/** The only file that knows how entity records lie in the table: a row, its externalId, a listing item. */
import { type Change, type ChangeContext, differences, recordChange } from '../audit/record.ts';
import { BodyTooLargeError, ExternalIdTakenError, StaleError } from '../http/errors.ts';
import { toJson } from '../http/json.ts';
import type { Scope } from '../identity/principal.ts';
import { countWrite } from '../table/counters.ts';
import { fromItem, toItem } from '../table/item.ts';
import { externalIdKey, recordKey, recordListingKey, recordListPartition } from '../table/keys.ts';
import { type ListingSpec, type ListRequest, type ListValue, toListingItem } from '../table/listing.ts';
import { findInOrganizations, listOverOrganizations, type VisibleScope } from '../table/organizations.ts';
import type { Item } from '../table/read.ts';
import { type Condition, notExists, revisionIs, transact, type Write } from '../table/write.ts';
import type { Definition } from './definition.ts';
import { entityLimits } from './limits.ts';
import { eventDataOf, type StoredRecord, searchText } from './record.ts';

const entity = 'record';

/** Lists filter and sort by a type's custom fields as well, so each type has a spec of its own. */
function recordListing(definitions: readonly Definition[]) {
  const custom = definitions.map(({ key }) => [`cf_${key}`, `f_${key}`]);
  return {
    attributes: {
      createdAt: 'ca',
      updatedAt: 'ua',
      externalId: 'x',
      text: 's',
      ...Object.fromEntries(custom),
    },
    searchIn: ['text'],
    keyOrder: { field: 'createdAt', direction: 'desc' },
  } satisfies ListingSpec<string> as ListingSpec<string>;
}

/** Fields and custom values are stored as JSON text: DynamoDB documents nest at most 32 levels deep. */
function rowWrite({ revision, fields, custom, ...record }: StoredRecord, when: Condition) {
  const documents = toJson({ fields, custom });
  if (Buffer.byteLength(documents) > entityLimits.recordBytes)
    throw new BodyTooLargeError(entityLimits.recordBytes);
  const put = toItem(recordKey(record, record.id), entity, { ...record, documents }, { revision });
  return { put, when };
}

function toStored(item: Item): StoredRecord {
  const { documents, ...record } = fromItem<StoredRecord & { documents: string }>(item, entity);
  return { ...record, ...JSON.parse(documents) };
}

const listingKeyOf = (record: StoredRecord) =>
  recordListingKey(record, record.entityType, Date.parse(record.createdAt), record.id);

function listingWrite(record: StoredRecord, definitions: readonly Definition[], bytes: number): Write {
  const custom = definitions.map(({ key }) => [`cf_${key}`, record.custom[key] ?? null]);
  const fields: Record<string, ListValue> = {
    createdAt: Date.parse(record.createdAt),
    updatedAt: Date.parse(record.updatedAt),
    externalId: record.externalId,
    text: searchText(record),
    ...Object.fromEntries(custom),
  };
  return {
    put: toListingItem(recordListing(definitions), listingKeyOf(record), { id: record.id, bytes, fields }),
  };
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

/** One page of a type's records, and how many match. */
export async function listRecords(
  scope: Scope,
  entityType: string,
  definitions: readonly Definition[],
  request: ListRequest<string>,
): Promise<{ items: StoredRecord[]; total: number }> {
  const { rows, total } = await listOverOrganizations(
    recordListing(definitions),
    scope,
    (at) => recordListPartition(at, entityType),
    recordKey,
    request,
  );
  return { items: rows.map(toStored), total };
}

/** What the creation of a record writes. Throws BodyTooLargeError. */
export function insertWrites(
  record: StoredRecord,
  definitions: readonly Definition[],
  context: ChangeContext,
): Write[] {
  const row = rowWrite(record, notExists);
  return [
    ...(record.externalId === null ? [] : [reserve(record, record.externalId)]),
    row,
    listingWrite(record, definitions, Buffer.byteLength(row.put.documents as string)),
    countWrite(recordListPartition(record, record.entityType), record.id, 1),
    ...recordChange(changeOf(undefined, record, 'created'), context),
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

/** Throws StaleError when somebody wrote in between, ExternalIdTakenError, BodyTooLargeError. */
export async function replaceRecord(
  before: StoredRecord,
  after: StoredRecord,
  definitions: readonly Definition[],
  context: ChangeContext,
): Promise<void> {
  const row = rowWrite(after, revisionIs(before.revision));
  const moves = before.externalId !== after.externalId;
  await transact([
    { ...row, otherwise: () => new StaleError() },
    ...(moves && before.externalId !== null
      ? [{ delete: externalIdKey(before, before.entityType, before.externalId) }]
      : []),
    ...(moves && after.externalId !== null ? [reserve(after, after.externalId)] : []),
    listingWrite(after, definitions, Buffer.byteLength(row.put.documents as string)),
    ...recordChange(changeOf(before, after, 'updated'), context),
  ]);
}

/** Throws StaleError when somebody wrote in between. */
export async function removeRecord(record: StoredRecord, context: ChangeContext): Promise<void> {
  const deleted = { ...record, revision: record.revision + 1 };
  await transact([
    {
      delete: recordKey(record, record.id),
      when: revisionIs(record.revision),
      otherwise: () => new StaleError(),
    },
    ...(record.externalId === null
      ? []
      : [{ delete: externalIdKey(record, record.entityType, record.externalId) }]),
    { delete: listingKeyOf(record) },
    countWrite(recordListPartition(record, record.entityType), record.id, -1),
    ...recordChange({ ...changeOf(record, deleted, 'deleted'), changes: {} }, context),
  ]);
}
