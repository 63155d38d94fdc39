/** Entity records: pure decisions, and their storage as a row, an externalId and a listing item. */

import { randomUUID } from 'node:crypto';
import { type Change, type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import { isNumeric, parseJson, toJson } from '../../kernel/base/json.ts';
import type { Scope } from '../../kernel/base/principal.ts';
import { truncate } from '../../kernel/base/text.ts';
import { laterThan, toIso } from '../../kernel/base/times.ts';
import { BodyTooLargeError } from '../../kernel/errors/errors.ts';
import { countWrite, readTotal } from '../../kernel/table/counters.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key, RowScope } from '../../kernel/table/keys.ts';
import { toListingItem } from '../../kernel/table/listed-rows.ts';
import type { ListingSpec, ListValue } from '../../kernel/table/listing-spec.ts';
import { findInOrganizations, type VisibleScope } from '../../kernel/table/organizations.ts';
import { batchGetParallel, type Item } from '../../kernel/table/read.ts';
import {
  type Condition,
  notExists,
  orStale,
  revisionIs,
  transact,
  type Write,
} from '../../kernel/table/write.ts';
import {
  type CustomValues,
  changedCustomValues,
  customValuesOf,
  type Definition,
  newCustomValues,
} from './definition-store.ts';
import { ExternalIdTakenError } from './errors.ts';
import { isTimeKind } from './field-kind.ts';
import { externalIdKey, recordKey, recordListingKey, recordListPartition, syncedKey } from './keys.ts';
import { entityLimits } from './limits.ts';
import type { CreateRecord, EntityRecord, UpdateRecord } from './record-contract.ts';

// Entity records and the pure decisions about them.

/** A stored record; `version` is also its revision. */
export interface StoredRecord {
  id: string;
  entityType: string;
  externalId: string | null;
  fields: Record<string, unknown>;
  custom: CustomValues;
  /** By integration: the id of the item in its service that syncs bind to the record. */
  sources?: Readonly<Record<string, string>>;
  tenantId: string;
  organizationId: string;
  revision: number;
  createdAt: string;
  updatedAt: string;
}

/** The new record. Throws InvalidInputError with each invalid custom field as `cf_<key>`. */
export function newRecord(
  { tenantId, organizationId }: Scope,
  input: CreateRecord,
  definitions: readonly Definition[],
  { nowMs }: ChangeContext,
): StoredRecord {
  const at = toIso(nowMs);
  return {
    id: randomUUID(),
    entityType: input.entityType,
    externalId: input.externalId ?? null,
    fields: input.fields ?? {},
    custom: newCustomValues(definitions, customValuesOf(input)),
    tenantId,
    organizationId,
    revision: 1,
    createdAt: at,
    updatedAt: at,
  };
}

/** The record with the given fields changed. Throws InvalidInputError. */
export function changedRecord(
  record: StoredRecord,
  changes: UpdateRecord,
  definitions: readonly Definition[],
  { nowMs }: ChangeContext,
): StoredRecord {
  return {
    ...record,
    externalId: changes.externalId === undefined ? record.externalId : changes.externalId,
    fields: { ...record.fields, ...changes.fields },
    custom: changedCustomValues(definitions, record.custom, customValuesOf(changes)),
    revision: record.revision + 1,
    updatedAt: laterThan(record.updatedAt, nowMs),
  };
}

/** The event data of a record, in addition to its id and organization. */
function eventDataOf({ entityType, externalId, fields, custom }: StoredRecord): Record<string, unknown> {
  return { entityType, externalId, fields, customFields: custom };
}

/** The record without the values of fields that are no longer defined, which stay stored. */
export function withDefinedValues(record: StoredRecord, definitions: readonly Definition[]): StoredRecord {
  const definedKeys = new Set(definitions.map(({ key }) => key));
  const custom = Object.fromEntries(Object.entries(record.custom).filter(([key]) => definedKeys.has(key)));
  return { ...record, custom };
}

/** Custom values by the names that they have beside other fields. */
const flattened = (custom: CustomValues): CustomValues =>
  Object.fromEntries(Object.entries(custom).map(([key, value]) => [`cf_${key}`, value]));

/** The record as the API returns it: custom values by key, and each as `cf_<key>`. */
export function toRecord(record: StoredRecord): EntityRecord {
  const { custom, revision, sources, ...rest } = record;
  return { ...rest, customFields: custom, version: revision, ...flattened(custom) };
}

/**
 * The texts and numbers in a JSON value, outer ones first, up to `maxCharacters`. Iterative, because
 * recursion would overflow the stack.
 */
function textsIn(value: unknown, maxCharacters: number): string[] {
  const texts: string[] = [];
  const queue: unknown[] = [value];
  let characters = 0;
  for (const next of queue) {
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) queue.push(inner);
    if (typeof next !== 'string' && !isNumeric(next)) continue;
    texts.push(String(next));
    characters += String(next).length + 1;
    if (characters > maxCharacters) break;
  }
  return texts;
}

/** The record's searchable texts, up to `entityLimits.searchText` characters. */
function searchText({ externalId, fields }: StoredRecord): string {
  const texts = [externalId ?? '', ...textsIn(fields, entityLimits.searchText)];
  return truncate(texts.join('\n'), entityLimits.searchText);
}

// The listing item of a record: the fields for filters, sorting and search. Pure.

type ListedField = Pick<Definition, 'key'> & Partial<Pick<Definition, 'kind'>>;

/** Each type has its own listing, because lists also filter and sort by its custom fields. */
export function recordListing(definitions: readonly ListedField[]) {
  const times = definitions.filter(({ kind }) => kind !== undefined && isTimeKind(kind));
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
    timeFields: new Set(times.map(({ key }) => `cf_${key}`)),
    keyOrder: { field: 'createdAt', direction: 'desc' },
  } satisfies ListingSpec<string> as ListingSpec<string>;
}

const listingKeyOf = (record: StoredRecord) =>
  recordListingKey(record, record.entityType, Date.parse(record.createdAt), record.id);

/** The listing item of a record. `row` is its item, `bytes` the size of the part that callers wrote. */
export function listingItem(
  record: StoredRecord,
  definitions: readonly Definition[],
  { row, bytes }: { row: Item; bytes: number },
): Key & Item {
  // Values of fields that are no longer defined stay listed, because the field may be defined again.
  const keys = new Set([...definitions.map(({ key }) => key), ...Object.keys(record.custom)]);
  const listed = [...keys].map((key) => ({ key }));
  const values = new Map(Object.entries(record.custom));
  const custom = listed.map(({ key }) => [`cf_${key}`, values.get(key) ?? null]);
  const fields: Record<string, ListValue> = {
    createdAt: Date.parse(record.createdAt),
    updatedAt: Date.parse(record.updatedAt),
    externalId: record.externalId,
    text: searchText(record),
    ...Object.fromEntries(custom),
  };
  return toListingItem(recordListing(listed), listingKeyOf(record), {
    ...{ id: record.id, revision: record.revision },
    ...{ bytes, fields, row },
  });
}

const entity = 'record';

/** Fields and custom values are stored as JSON text, because DynamoDB documents have at most 32 levels. */
function rowWrite({ revision, fields, custom, ...record }: StoredRecord) {
  const documents = toJson({ fields, custom });
  if (Buffer.byteLength(documents) > entityLimits.recordBytes)
    throw new BodyTooLargeError(entityLimits.recordBytes);
  const put = toItem(recordKey(record, record.id), entity, { ...record, documents }, { revision });
  return { put };
}

function listedRow(record: StoredRecord, definitions: readonly Definition[], row: Item): Key & Item {
  return listingItem(record, definitions, { row, bytes: Buffer.byteLength(String(row.documents)) });
}

export function toStored(item: Item): StoredRecord {
  const { documents, ...record } = fromItem<StoredRecord & { documents: string }>(item, entity);
  return { ...record, ...parseJson(documents) };
}

function reserve(record: StoredRecord, externalId: string): Write {
  return {
    put: { ...externalIdKey(record, record.entityType, externalId), id: record.id },
    when: notExists,
    otherwise: () => new ExternalIdTakenError(externalId),
  };
}

/** What the audit trail shows of a record. A field may have the key of a custom one. */
const auditedOf = ({ fields, custom, externalId }: StoredRecord) => ({
  ...fields,
  ...flattened(custom),
  externalId,
});

function changeOf(
  before: StoredRecord | undefined,
  after: StoredRecord,
  action: Change['action'],
  definitions: readonly Definition[],
): Change {
  const { id, tenantId, organizationId, entityType } = after;
  return {
    tenantId,
    organizationId,
    resource: entityType,
    resourceId: id,
    action,
    version: after.revision,
    data: eventDataOf(withDefinedValues(after, definitions)),
    changes: differences(before ? auditedOf(before) : {}, action === 'deleted' ? {} : auditedOf(after), []),
  };
}

export async function findRecord(scope: VisibleScope, id: string): Promise<StoredRecord | undefined> {
  return findInOrganizations(scope, (at) => recordKey(at, id), toStored);
}

/** The writes of a new record, except the count of its list. Throws BodyTooLargeError. */
export function uncountedInsertWrites(
  record: StoredRecord,
  definitions: readonly Definition[],
  context: ChangeContext,
): Write[] {
  const row = { ...rowWrite(record), when: notExists };
  return [
    ...(record.externalId === null ? [] : [reserve(record, record.externalId)]),
    row,
    { put: listedRow(record, definitions, row.put) },
    ...recordChange(changeOf(undefined, record, 'created', definitions), context),
  ];
}

/** The writes of a new record. Throws BodyTooLargeError. */
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

/** A sync may bind a record without changing its revision, so `sources` is part of the condition. */
function unchangedSince({ revision, sources }: StoredRecord): Condition {
  const { expression, values } = revisionIs(revision);
  return sources === undefined
    ? { expression: `${expression} AND attribute_not_exists(sources)`, ...(values && { values }) }
    : { expression: `${expression} AND sources = :sources`, values: { ...values, ':sources': sources } };
}

/** The writes of a changed record. Throws StaleError if another writer was first, BodyTooLargeError. */
export function replaceWrites(
  before: StoredRecord,
  after: StoredRecord,
  definitions: readonly Definition[],
  context: ChangeContext,
): Write[] {
  const row = { ...rowWrite(after), ...orStale(unchangedSince(before)) };
  const moves = before.externalId !== after.externalId;
  return [
    row,
    ...(moves && before.externalId !== null
      ? [{ delete: externalIdKey(before, before.entityType, before.externalId) }]
      : []),
    ...(moves && after.externalId !== null ? [reserve(after, after.externalId)] : []),
    { put: listedRow(after, definitions, row.put) },
    ...recordChange(changeOf(before, after, 'updated', definitions), context),
  ];
}

/** Throws StaleError if another writer was first, ExternalIdTakenError, BodyTooLargeError. */
export async function replaceRecord(
  before: StoredRecord,
  after: StoredRecord,
  definitions: readonly Definition[],
  context: ChangeContext,
): Promise<void> {
  await transact(replaceWrites(before, after, definitions, context));
}

/**
 * Writes the bindings of a record without changing its revision. Throws StaleError if another writer was
 * first.
 */
export function sourcesWrite(before: StoredRecord, sources: StoredRecord['sources']): Write {
  return {
    set: recordKey(before, before.id),
    values: { sources },
    ...orStale(unchangedSince(before)),
  };
}

/** Records by id, in no particular order; missing ones are left out. */
export async function findRecords(scope: RowScope, ids: readonly string[]): Promise<StoredRecord[]> {
  const items = await batchGetParallel(ids.map((id) => recordKey(scope, id)));
  return items.map(toStored);
}

/** Ids of records by external id. */
export async function findByExternalId(
  scope: RowScope,
  entityType: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const keys = new Map(externalIds.map((one) => [externalIdKey(scope, entityType, one).pk, one]));
  const items = await batchGetParallel([...keys.keys()].map((pk): Key => ({ pk, sk: 'UNIQUE' })));
  return new Map(items.map(({ pk, id }) => [keys.get(String(pk)) ?? '', String(id)]));
}

/** The number of records of a type. */
export async function countRecords(scope: RowScope, entityType: string): Promise<number> {
  return readTotal([recordListPartition(scope, entityType)], { consistent: true });
}

/** Throws StaleError if another writer was first. */
export async function removeRecord(
  record: StoredRecord,
  definitions: readonly Definition[],
  context: ChangeContext,
): Promise<void> {
  const deleted = { ...record, revision: record.revision + 1 };
  await transact([
    {
      delete: recordKey(record, record.id),
      ...orStale(unchangedSince(record)),
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
    ...recordChange(changeOf(record, deleted, 'deleted', definitions), context),
  ]);
}
