/** Reads the lists of records. */

import { allOf } from '../../kernel/base/parallel.ts';
import type { Scope } from '../../kernel/base/principal.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { type ListRequest, pageOf } from '../../kernel/table/listing.ts';
import { listOverOrganizations, type VisibleScope, visibleScopes } from '../../kernel/table/organizations.ts';
import { queryAll } from '../../kernel/table/read.ts';
import type { Definition } from './definition-store.ts';
import { recordKey, recordListPartition } from './keys.ts';
import {
  findByExternalId,
  findRecords,
  listingItem,
  recordListing,
  type StoredRecord,
  toStored,
} from './record.ts';

/** One page of a type's records, with the number of matches. */
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

/** The records of a type with the given id or externalId: read by key, strongly consistent. */
export async function findNamedRecords(
  scope: VisibleScope,
  entityType: string,
  { id, externalId }: { id: string | undefined; externalId: string | undefined },
): Promise<StoredRecord[]> {
  const homes = visibleScopes(scope);
  const recordsIn = async (home: RowScope): Promise<StoredRecord[]> => {
    const named = externalId === undefined ? [] : await findByExternalId(home, entityType, [externalId]);
    return findRecords(home, id === undefined ? [...named.values()] : [id]);
  };
  const found = (await allOf(homes.map(recordsIn))).flat();
  return found.filter((record) => record.entityType === entityType);
}

/** One page of the given records, with the filters and sort order of the list. */
export function pageOfRecords(
  records: readonly StoredRecord[],
  definitions: readonly Definition[],
  request: ListRequest<string>,
): { items: StoredRecord[]; total: number } {
  const listingOf = (record: StoredRecord) => listingItem(record, definitions, { row: {}, bytes: 0 });
  const { rows, total } = pageOf(recordListing(definitions), records, listingOf, request);
  return { items: rows, total };
}

/** The listing item of a record. */
export interface ListedRecord {
  id: string;
  /** The position after which the next page begins. */
  after: string;
  updatedAtMs: number;
  /** The searchable texts, truncated at `entityLimits.searchText` characters. */
  text: string;
  /** Bytes of its row. */
  bytes: number;
}

/** The records of a type in list order, newest first; at most `limit` after a position. */
export async function readList(
  scope: RowScope,
  entityType: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ListedRecord[]> {
  const { attributes } = recordListing([]);
  const pk = recordListPartition(scope, entityType);
  const items = await queryAll({ pk, after, limit, consistent: true });
  return items.map((item) => ({
    id: String(item.id),
    after: String(item.sk),
    updatedAtMs: Number(item[attributes.updatedAt ?? '']),
    text: String(item[attributes.text ?? ''] ?? ''),
    bytes: Number(item.b ?? 0),
  }));
}
