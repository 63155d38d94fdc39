/**
 * Rows of organizations, for callers with access to several: each organization has its own partitions, and a scope
 * selects them.
 */
import type { Scope } from '../base/principal.ts';
import type { Key, RowScope } from './keys.ts';
import { type ListRequest, type ListResult, listPage } from './listing.ts';
import type { ListingSpec } from './listing-spec.ts';
import { getItem, type Item } from './read.ts';

/** The part of a scope that selects the partitions. */
export type VisibleScope = Pick<Scope, 'tenantId' | 'organizationIds'>;

/** The organizations in the scope. */
export function visibleScopes({ tenantId, organizationIds }: VisibleScope): RowScope[] {
  return organizationIds.map((organizationId) => ({ tenantId, organizationId }));
}

/**
 * The first row that `toRow` makes, reading one organization after the other with a GetItem each. Undefined when none
 * has one.
 */
export async function findInOrganizations<Row>(
  scope: VisibleScope,
  keyOf: (at: RowScope) => Key,
  toRow: (item: Item, at: RowScope) => Row | undefined,
): Promise<Row | undefined> {
  for (const place of visibleScopes(scope)) {
    const item = await getItem(keyOf(place));
    const row = item && toRow(item, place);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** `listPage` over the list partitions of all visible organizations. Throws PageTooLargeError. */
export async function listOverOrganizations<Field extends string>(
  spec: ListingSpec<Field>,
  scope: VisibleScope,
  partitionOf: (at: RowScope) => string,
  rowKey: (at: RowScope, id: string) => Key,
  request: ListRequest<Field>,
): Promise<ListResult> {
  const places = new Map(visibleScopes(scope).map((place) => [partitionOf(place), place]));
  const keyOf = ({ id, partition }: { id: string; partition: string }): Key => {
    const place = places.get(partition);
    if (place === undefined) throw new Error(`No organization has the partition ${partition}.`);
    return rowKey(place, id);
  };
  return listPage(spec, [...places.keys()], keyOf, request);
}
