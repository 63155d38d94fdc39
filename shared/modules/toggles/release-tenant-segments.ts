/**
 * Removes the uses of global segments by a tenant that is erased; otherwise these segments could never be deleted. Each
 * use is removed in one transaction with its own value or segment, so that a repeated erasure removes none twice.
 */
import { toJson } from '../../kernel/base/json.ts';
import { chunksOf } from '../../kernel/base/parallel.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { retryWhenStale } from '../../kernel/http/optimistic-locking.ts';
import { toItem } from '../../kernel/table/item.ts';
import { batchGet, type Item, queryAll } from '../../kernel/table/read.ts';
import { ifRevision, orStale, transact, type Write } from '../../kernel/table/write.ts';
import type { Segment } from './evaluation/segments.ts';
import {
  overrideKey,
  overrideListingKey,
  overrideListPartition,
  segmentsKey,
  segmentUsesKey,
} from './keys.ts';
import { findSegments, type SegmentList, segmentsEntity } from './segment-store.ts';
import { overrideUseWrites, segmentsIn } from './segment-uses.ts';
import { toTargeting } from './toggle-store.ts';

/** Maximum number of global segments per transaction; DynamoDB accepts 100 writes. */
const maxReleased = 50;

/** The writes that delete an own value, of which `item` is the listing item, with its uses of segments in these lists. */
export function removalWrites(scope: TenantScope, item: Item, lists: readonly SegmentList[]): Write[] {
  const slot = String(item.sk);
  return [
    { delete: overrideKey(scope, slot), ...ifRevision(Number(item.rev)) },
    { delete: overrideListingKey(scope, slot) },
    ...overrideUseWrites(scope, slot, lists, segmentsIn(toTargeting(item).targeting), []),
  ];
}

/** Deletes the tenant's own values whose rules use global segments, with their uses. */
async function releaseOverrides(scope: TenantScope, global: SegmentList): Promise<void> {
  const isGlobal = new Set(global.segments.map(({ id }) => id));
  for (const item of await queryAll({ pk: overrideListPartition(scope), consistent: true })) {
    if (segmentsIn(toTargeting(item).targeting).some((id) => isGlobal.has(id)))
      await transact(removalWrites(scope, item, [global]));
  }
}

/** Returns the segments without the released segments that they include. */
const withoutIncluded = (segments: readonly Segment[], released: ReadonlySet<string>): Segment[] =>
  segments.map((segment) => ({ ...segment, segments: segment.segments.filter((id) => !released.has(id)) }));

/** Removes global segments from the segments of the tenant, with their uses. */
async function releaseOwnSegments(scope: TenantScope, global: SegmentList, own: SegmentList): Promise<void> {
  const isGlobal = new Set(global.segments.map(({ id }) => id));
  const uses = own.segments.flatMap(({ segments }) => segments.filter((id) => isGlobal.has(id)));
  const [first = []] = chunksOf([...new Set(uses)], maxReleased);
  const released = new Set(first);
  if (released.size === 0) return;
  const segments = withoutIncluded(own.segments, released);
  const revision = own.revision + 1;
  const counts = [...released].map((id): Write => {
    const n = uses.filter((used) => used === id).length;
    return {
      add: segmentUsesKey(null, id),
      amounts: { n: -n },
      ...orStale({ expression: 'attribute_exists(pk)' }),
    };
  });
  await transact([
    {
      put: toItem(segmentsKey(scope), segmentsEntity, { segments: toJson(segments) }, { revision }),
      ...ifRevision(own.revision),
    },
    ...counts,
  ]);
  await releaseOwnSegments(scope, global, { ...own, segments, revision });
}

/** Returns the global segments that have use counts. */
async function countedSegments(global: SegmentList): Promise<SegmentList> {
  const items = await batchGet(global.segments.map(({ id }) => segmentUsesKey(null, id)));
  const counted = new Set(items.map(({ id }) => id));
  return { ...global, segments: global.segments.filter(({ id }) => counted.has(id)) };
}

/** Removes every use of global segments by a closed tenant. It can be repeated. */
export async function releaseTenantSegments(scope: TenantScope): Promise<void> {
  await retryWhenStale(async () => {
    const { global, own } = await findSegments(scope);
    if (global.segments.length === 0) return;
    const counted = await countedSegments(global);
    await releaseOverrides(scope, counted);
    await releaseOwnSegments(scope, counted, own);
  });
}
