/**
 * Removes a tenant's own values of deleted toggles. They have no effect, and their rules cannot be changed, so that the
 * segments in these rules could never be deleted.
 */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { queryAll } from '../../kernel/table/read.ts';
import { transact } from '../../kernel/table/write.ts';
import { overrideListPartition } from './keys.ts';
import { removalWrites } from './release-tenant-segments.ts';
import type { SegmentList } from './segment-store.ts';
import { segmentsIn } from './segment-uses.ts';
import { findToggles, toTargeting } from './toggle-store.ts';

/**
 * Deletes the tenant's own values of deleted toggles whose rules use the segment. Returns whether there were any. Throws
 * StaleError if another writer has changed one.
 */
export async function releaseDeletedToggles(
  scope: TenantScope,
  lists: readonly SegmentList[],
  segmentId: string,
): Promise<boolean> {
  const listed = await queryAll({ pk: overrideListPartition(scope), consistent: true });
  const using = listed.filter((item) => segmentsIn(toTargeting(item).targeting).includes(segmentId));
  const toggles = await findToggles([...new Set(using.map(({ toggleId }) => String(toggleId)))]);
  const left = using.filter(({ toggleId }) => !toggles.has(String(toggleId)));
  for (const item of left) await transact(removalWrites(scope, item, lists));
  return left.length > 0;
}
