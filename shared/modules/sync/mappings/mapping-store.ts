/** Stores saved mappings as a row and a listing item each. */

import { type Change, type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import { toJson } from '../../../kernel/base/json.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import type { ListRequest } from '../../../kernel/table/listing.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import { findInOrganizations, listOverOrganizations } from '../../../kernel/table/organizations.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { ifRevision, transact, type Write } from '../../../kernel/table/write.ts';
import { syncMappingKey, syncMappingListingKey, syncMappingListPartition } from '../keys.ts';
import { mappingEntity, type StoredMapping, toStoredMapping } from './mapping.ts';

const mappingListing = {
  attributes: { createdAt: 'c', updatedAt: 'u', integrationId: 'i', entityType: 'e' },
  searchIn: ['integrationId', 'entityType'],
  // A mapping that is saved after a deletion has the same id, and its revision starts again.
  isBehind: ({ createdAtMs }, { c }) => createdAtMs !== c,
  keyOrder: { field: 'createdAt', direction: 'desc' },
} as const satisfies ListingSpec<string>;
export type MappingListField = keyof typeof mappingListing.attributes;

/** As JSON text, because DynamoDB documents have at most 32 levels. */
function rowItem({ revision, mapping, ...row }: StoredMapping): Key & Item {
  return toItem(
    syncMappingKey(row, row.id),
    mappingEntity,
    { ...row, mapping: toJson(mapping) },
    { revision },
  );
}

const listingKeyOf = (row: StoredMapping) => syncMappingListingKey(row, row.createdAtMs, row.id);

function listingWrite(row: StoredMapping): Write {
  const { id, integrationId, entityType, createdAtMs, updatedAtMs, mapping } = row;
  const fields = { integrationId, entityType, createdAt: createdAtMs, updatedAt: updatedAtMs };
  const bytes = 500 + Buffer.byteLength(toJson(mapping));
  const listed = { id, bytes, fields, revision: row.revision, row: rowItem(row) };
  return { put: toListingItem(mappingListing, listingKeyOf(row), listed) };
}

function changeOf(action: Change['action'], before: StoredMapping | undefined, after: StoredMapping): Change {
  const { id, tenantId, organizationId, integrationId, entityType, mapping, revision } = after;
  return {
    ...{ tenantId, organizationId, action },
    resource: 'data_sync.mapping',
    resourceId: id,
    version: revision,
    data: { integrationId, entityType },
    changes: action === 'deleted' ? {} : differences(before ? { mapping: before.mapping } : {}, { mapping }),
  };
}

/** The saved mapping with this id in the visible organizations. One GetItem per organization. */
export function findMappingById(
  scope: Pick<Scope, 'tenantId' | 'organizationIds'>,
  id: string,
): Promise<StoredMapping | undefined> {
  return findInOrganizations(scope, (at) => syncMappingKey(at, id), toStoredMapping);
}

/** One page of saved mappings, with the number of matches. */
export async function listMappings(
  scope: Scope,
  request: ListRequest<MappingListField>,
): Promise<{ items: StoredMapping[]; total: number }> {
  const { rows, total } = await listOverOrganizations(
    mappingListing,
    scope,
    syncMappingListPartition,
    syncMappingKey,
    request,
  );
  return { items: rows.map(toStoredMapping), total };
}

/** Throws StaleError if the mapping was created meanwhile. */
export async function insertMapping(row: StoredMapping, context: ChangeContext): Promise<void> {
  await transact([
    { put: rowItem(row), ...ifRevision() },
    listingWrite(row),
    countWrite(syncMappingListPartition(row), row.id, 1),
    ...recordChange(changeOf('created', undefined, row), context),
  ]);
}

/** Throws StaleError if another writer was first. */
export async function replaceMapping(
  before: StoredMapping,
  after: StoredMapping,
  context: ChangeContext,
): Promise<void> {
  await transact([
    { put: rowItem(after), ...ifRevision(before.revision) },
    listingWrite(after),
    ...recordChange(changeOf('updated', before, after), context),
  ]);
}

/** Throws StaleError if another writer was first. */
export async function removeMapping(row: StoredMapping, context: ChangeContext): Promise<void> {
  await transact([
    {
      delete: syncMappingKey(row, row.id),
      ...ifRevision(row.revision),
    },
    { delete: listingKeyOf(row) },
    countWrite(syncMappingListPartition(row), row.id, -1),
    ...recordChange(changeOf('deleted', row, { ...row, revision: row.revision + 1 }), context),
  ]);
}
