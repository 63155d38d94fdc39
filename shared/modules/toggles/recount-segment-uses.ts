/**
 * Recounts the uses of global segments after a restore. The counts belong to the deployment, so the restore of one tenant
 * leaves them, and a restore of everything brings back the uses of tenants that were erased since.
 */
import { retryWhenStale } from '../../kernel/http/optimistic-locking.ts';
import { batchGet, type Item } from '../../kernel/table/read.ts';
import { orStale, transact } from '../../kernel/table/write.ts';
import { segmentUsesKey } from './keys.ts';
import { overrideEntity } from './override-store.ts';
import { findGlobalSegments, segmentsEntity, segmentsOf } from './segment-store.ts';
import { segmentsIn } from './segment-uses.ts';
import { toggleEntity, toTargeting } from './toggle-store.ts';

/** Attributes that `segmentsUsedBy` reads. */
export const usingAttributes = ['entity', 'deletedAt', 'targeting', 'segments'] as const;

/** The segments that a toggle, a tenant's own value or a list of segments uses, once per use; of other items none. */
export function segmentsUsedBy(item: Item): string[] {
  const { entity, deletedAt } = item;
  if (entity === segmentsEntity) return segmentsOf(item).flatMap(({ segments }) => segments);
  // A deleted toggle keeps its rules, but uses no segments.
  const hasRules = (entity === toggleEntity && deletedAt === undefined) || entity === overrideEntity;
  return hasRules ? segmentsIn(toTargeting(item).targeting) : [];
}

/**
 * Corrects the use counts of global segments. `count` returns the uses of every segment by its id, and is called again if
 * another writer changes a count meanwhile. Throws UnavailableError if others keep changing it.
 */
export async function recountSegmentUses(count: () => Promise<ReadonlyMap<string, number>>): Promise<void> {
  await retryWhenStale(async () => {
    const { segments } = await findGlobalSegments();
    if (segments.length === 0) return;
    const stored = await batchGet(segments.map(({ id }) => segmentUsesKey(null, id)));
    const uses = await count();
    for (const { id, n: before } of stored) {
      const n = uses.get(String(id)) ?? 0;
      if (n === before) continue;
      const isUnchanged = { expression: 'n = :before', values: { ':before': before } };
      const key = segmentUsesKey(null, String(id));
      await transact([{ set: key, values: { n }, ...orStale(isUnchanged) }]);
    }
  });
}
