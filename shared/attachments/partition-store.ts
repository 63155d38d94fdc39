/** The only file that knows how storage partitions lie in the table: one item each, in one partition per tenant. */
import type { TenantScope } from '../identity/principal.ts';
import { fromItem } from '../table/item.ts';
import { partitionKey, partitionsPartition } from '../table/keys.ts';
import { getItem, type Item, queryAll } from '../table/read.ts';
import { defaultCodes, defaultPartition, isDefaultCode, type Partition } from './partition.ts';

const entity = 'partition';

/** The configuration is stored as JSON text: DynamoDB documents nest at most 32 levels deep. */
function toPartition(item: Item): Partition {
  const { config, ...partition } = fromItem<Partition & { config: string }>(item, entity);
  return { ...partition, configJson: JSON.parse(config) as Partition['configJson'] };
}

/** A partition that the tenant's files may lie in, a default one or its own. One GetItem; undefined when there is none. */
export async function getPartition({ tenantId }: TenantScope, code: string): Promise<Partition | undefined> {
  const isDefault = isDefaultCode(code);
  const item = await getItem(partitionKey({ tenantId: isDefault ? null : tenantId }, code));
  if (item !== undefined) return toPartition(item);
  return isDefault ? defaultPartition(code) : undefined;
}

async function storedPartitions(tenantId: string | null): Promise<Partition[]> {
  const items = await queryAll({ pk: partitionsPartition({ tenantId }), consistent: true });
  return items.map(toPartition);
}

/** The default partitions and the tenant's own, oldest first. */
export async function listPartitions({ tenantId }: TenantScope): Promise<Partition[]> {
  const [changed, own] = await Promise.all([storedPartitions(null), storedPartitions(tenantId)]);
  const defaults = defaultCodes.map(
    (code) => changed.find((partition) => partition.code === code) ?? defaultPartition(code),
  );
  const byAge = (a: Partition, b: Partition) =>
    a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0;
  return [...defaults, ...own.toSorted(byAge)];
}
