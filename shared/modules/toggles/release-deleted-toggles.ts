/**
 * Removes tenants' own values of deleted toggles. They have no effect, and their rules cannot be changed, so that the
 * segments in these rules could never be deleted.
 */
import type { TenantScope } from '../../kernel/base/principal.ts';
import { batchGetParallel, type Item, queryAll } from '../../kernel/table/read.ts';
import { transact } from '../../kernel/table/write.ts';
import {
  type Owner,
  overrideListingKey,
  overrideListPartition,
  segmentOverridesPrefix,
  segmentUsesKey,
} from './keys.ts';
import { removalWrites } from './release-tenant-segments.ts';
import { allLists, segmentsIn } from './segment-uses.ts';
import { findToggles, toTargeting } from './toggle-store.ts';

/** The listing items of the tenant's own values whose rules use the segment. */
async function findUsing(scope: TenantScope, segmentId: string): Promise<Item[]> {
  const listed = await queryAll({ pk: overrideListPartition(scope), consistent: true });
  return listed.filter((item) => segmentsIn(toTargeting(item).targeting).includes(segmentId));
}

/** The listing items of own values of all tenants whose rules use the global segment. */
async function findUsingGlobal(segmentId: string): Promise<Item[]> {
  const { pk } = segmentUsesKey(null, segmentId);
  const named = await queryAll({ pk, skPrefix: segmentOverridesPrefix, consistent: true });
  const keys = named.map(({ tenantId, slot }) =>
    overrideListingKey({ tenantId: String(tenantId) }, String(slot)),
  );
  return batchGetParallel(keys);
}

/** The tenant of a listing item. */
function scopeOf({ pk }: Item): TenantScope {
  const [, tenantId = ''] = String(pk).split('#');
  return { tenantId };
}

/**
 * Deletes own values of deleted toggles whose rules use the segment: of its tenant, or of all tenants for a global one.
 * Returns whether there were any. Throws StaleError if another writer has changed one.
 */
export async function releaseDeletedToggles(owner: Owner, segmentId: string): Promise<boolean> {
  const using = owner === null ? await findUsingGlobal(segmentId) : await findUsing(owner, segmentId);
  const toggles = await findToggles([...new Set(using.map(({ toggleId }) => String(toggleId)))]);
  const left = using.filter(({ toggleId }) => !toggles.has(String(toggleId)));
  for (const item of left) {
    const scope = scopeOf(item);
    await transact(removalWrites(scope, item, await allLists(scope)()));
  }
  return left.length > 0;
}
