/**
 * The owner of an item of the table. The catalog names, for every kind of partition (the first part of its key), where
 * the tenant's id is, so that a tenant's data can be separated; a test fails for a kind that is missing there.
 */
import { partitions } from '../../shared/catalog/partitions.ts';
import type { TenantPosition } from '../../shared/kernel/modules/manifest.ts';
import { partsOf } from '../../shared/kernel/table/keys.ts';
import type { Item } from '../../shared/kernel/table/read.ts';

export const knownKinds: ReadonlySet<string> = new Set(Object.keys(partitions));

/** The tenant that an item contains at the place of its kind; undefined without one. */
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

/** Platform records about a tenant: audit entries and events that belong to no tenant but name one. */
function isAbout(item: Item, tenantId: string): boolean {
  const { resource, resourceId, type, data } = item;
  if (resource === 'directory.tenant') return resourceId === tenantId;
  return String(type ?? '').startsWith('directory.tenant.') && String(data).includes(tenantId);
}

/** The tenant of an item; undefined for items of the platform or of no tenant, and for unknown kinds. */
export function ownerOf(item: Item): string | undefined {
  const [pk, sk] = [partsOf(String(item.pk)), partsOf(String(item.sk))];
  const place = partitions[pk[0] ?? ''];
  const owner = place && tenantAt(place, item, { pk, sk });
  return typeof owner === 'string' ? owner : undefined;
}

/** Whether an item is deleted with its tenant. An item of an unlisted kind is if it names the tenant at all. */
export function belongsTo(item: Item, tenantId: string): boolean {
  const [pk, sk] = [partsOf(String(item.pk)), partsOf(String(item.sk))];
  const place = partitions[pk[0] ?? ''];
  if (place === undefined) return item.tenantId === tenantId || [...pk, ...sk].includes(tenantId);
  return tenantAt(place, item, { pk, sk }) === tenantId || isAbout(item, tenantId);
}

/** Attributes that `belongsTo` reads. */
export const ownerAttributes = ['pk', 'sk', 'tenantId', 'resource', 'resourceId', 'type', 'data'] as const;
