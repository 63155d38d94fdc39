/** Counters of limits equal the number of counted items. */
import { syncUsagePartition } from '../../../shared/modules/sync/keys.ts';
import { isOver } from './sync.ts';
import type { Invariant, RawItem } from './table.ts';

const usageName = /#USAGE#\d+$/;

/**
 * The partition in which an item counts: a sync run until it is over, and listing items; jobs of an organization count
 * for their tenant.
 */
function partitionOf({ pk, entity, tenantId, id, b, status }: RawItem): string | undefined {
  if (entity === 'sync_run')
    return isOver(status) ? undefined : syncUsagePartition({ tenantId: String(tenantId) });
  if (entity !== undefined || typeof id !== 'string' || typeof b !== 'number') return undefined;
  return pk.endsWith('#JOBS') ? pk.replace(/#ORG#[^#]+#JOBS$/, '#JOBS') : pk;
}

export const usage: Invariant = ({ items }) => {
  const counted = new Map<string, number>();
  const found = new Map<string, number>();
  for (const item of items) {
    if (item.sk === 'USAGE' && usageName.test(item.pk)) {
      const partition = item.pk.replace(usageName, '');
      counted.set(partition, (counted.get(partition) ?? 0) + Number(item.n));
    }
    const partition = partitionOf(item);
    if (partition !== undefined) found.set(partition, (found.get(partition) ?? 0) + 1);
  }
  return [...counted].flatMap(([partition, count]) => {
    const exist = found.get(partition) ?? 0;
    return count === exist ? [] : [`usage: ${partition} counts ${count} and has ${exist}`];
  });
};
