/**
 * Whose an item of the table is. The catalog says of every kind of partition (the first part of its key) where the tenant's
 * id is, so that a tenant can be taken out as a whole; a kind that is missing there fails a test.
 */
import { partitions } from '../../shared/catalog/partitions.ts';
import type { TenantPosition } from '../../shared/kernel/modules/manifest.ts';
import { partsOf } from '../../shared/kernel/table/keys.ts';
import type { Item } from '../../shared/kernel/table/read.ts';

export const knownKinds: ReadonlySet<string> = new Set(Object.keys(partitions));

/** The tenant that an item names where its kind of partition says; undefined where it names none. */
function tenantAt(
  place: TenantPosition | 'partition',
  item: Item,
  { pk, sk }: { pk: readonly string[]; sk: readonly string[] },
): unknown {
  if (place === 'none') return undefined;
  if (place === 'partition') return pk[1];
  return place === 'attribute' ? item.tenantId : sk.at(place.sortKeyPart);
}

/** The first part of an item's partition key. */
export const kindOf = (item: Item): string => partsOf(String(item.pk))[0] ?? '';

/** What the platform remembers of a tenant as such: its trail and its events belong to no tenant, but name one. */
function isAbout(item: Item, tenantId: string): boolean {
  const { resource, resourceId, type, data } = item;
  if (resource === 'directory.tenant') return resourceId === tenantId;
  return String(type ?? '').startsWith('directory.tenant.') && String(data).includes(tenantId);
}

/** The tenant of an item; undefined for what belongs to the platform or to no tenant, or is of an unknown kind. */
export function ownerOf(item: Item): string | undefined {
  const [pk, sk] = [partsOf(String(item.pk)), partsOf(String(item.sk))];
  const place = partitions[pk[0] ?? ''];
  const owner = place && tenantAt(place, item, { pk, sk });
  return typeof owner === 'string' ? owner : undefined;
}

/** Whether an item goes when its tenant goes. An item of an unlisted kind does if it names the tenant at all. */
export function belongsTo(item: Item, tenantId: string): boolean {
  const [pk, sk] = [partsOf(String(item.pk)), partsOf(String(item.sk))];
  const place = partitions[pk[0] ?? ''];
  if (place === undefined) return item.tenantId === tenantId || [...pk, ...sk].includes(tenantId);
  return tenantAt(place, item, { pk, sk }) === tenantId || isAbout(item, tenantId);
}

/** Attributes that `belongsTo` looks at. */
export const ownerAttributes = ['pk', 'sk', 'tenantId', 'resource', 'resourceId', 'type', 'data'] as const;
