/**
 * What a tenant that is erased leaves behind in the deployment: its values and segments count as uses of global segments, which
 * could never be deleted otherwise. Each use and what it stands for go in one transaction, so that a repeated erasure counts
 * none twice.
 */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { toJson } from '../../kernel/http/json.ts';
import { retryWhenStale } from '../../kernel/http/optimistic-locking.ts';
import { toItem } from '../../kernel/table/item.ts';
import { chunksOf } from '../../kernel/table/parallel.ts';
import { batchGet, queryAll } from '../../kernel/table/read.ts';
import { revisionIs, transact, type Write } from '../../kernel/table/write.ts';
import type { Segment } from './evaluation/segments.ts';
import {
  overrideKey,
  overrideListingKey,
  overrideListPartition,
  segmentsKey,
  segmentUsesKey,
} from './keys.ts';
import { findSegments, type SegmentList, segmentsEntity, useWrites } from './segment-store.ts';
import { segmentsIn } from './segment-uses.ts';
import { toTargeting } from './toggle-store.ts';

/** Global segments that one transaction releases: it takes a hundred writes. */
const maxReleased = 50;

const stale = () => new StaleError();

/** Deletes the tenant's values whose rules use global segments, each with its uses. */
async function releaseOverrides(scope: TenantScope, global: SegmentList): Promise<void> {
  const isGlobal = new Set(global.segments.map(({ id }) => id));
  for (const item of await queryAll({ pk: overrideListPartition(scope), consistent: true })) {
    const used = segmentsIn(toTargeting(item).targeting).filter((id) => isGlobal.has(id));
    if (used.length === 0) continue;
    const slot = String(item.sk);
    await transact([
      { delete: overrideKey(scope, slot), when: revisionIs(Number(item.rev)), otherwise: stale },
      { delete: overrideListingKey(scope, slot) },
      ...useWrites([global], used, []),
    ]);
  }
}

/** The segments without those that they include, as far as these are named. */
const withoutIncluded = (segments: readonly Segment[], released: ReadonlySet<string>): Segment[] =>
  segments.map((segment) => ({ ...segment, segments: segment.segments.filter((id) => !released.has(id)) }));

/** Takes global segments out of those that the tenant's own include, with their uses. */
async function releaseOwnSegments(scope: TenantScope, global: SegmentList, own: SegmentList): Promise<void> {
  const isGlobal = new Set(global.segments.map(({ id }) => id));
  const uses = own.segments.flatMap(({ segments }) => segments.filter((id) => isGlobal.has(id)));
  const [first = []] = chunksOf([...new Set(uses)], maxReleased);
  const released = new Set(first);
  if (released.size === 0) return;
  const segments = withoutIncluded(own.segments, released);
  const revision = own.revision + 1;
  const counts = [...released].map((id): Write => {
    const n = uses.filter((one) => one === id).length;
    return {
      add: segmentUsesKey(null, id),
      amounts: { n: -n },
      when: { expression: 'attribute_exists(pk)' },
      otherwise: stale,
    };
  });
  await transact([
    {
      put: toItem(segmentsKey(scope), segmentsEntity, { segments: toJson(segments) }, { revision }),
      when: revisionIs(own.revision),
      otherwise: stale,
    },
    ...counts,
  ]);
  await releaseOwnSegments(scope, global, { ...own, segments, revision });
}

/** The global segments whose uses are counted. */
async function countedSegments(global: SegmentList): Promise<SegmentList> {
  const items = await batchGet(global.segments.map(({ id }) => segmentUsesKey(null, id)));
  const counted = new Set(items.map(({ id }) => id));
  return { ...global, segments: global.segments.filter(({ id }) => counted.has(id)) };
}

/** Ends every use of global segments by a closed tenant. Repeated, it changes nothing. */
export async function releaseTenantSegments(scope: TenantScope): Promise<void> {
  await retryWhenStale(async () => {
    const { global, own } = await findSegments(scope);
    if (global.segments.length === 0) return;
    const counted = await countedSegments(global);
    await releaseOverrides(scope, counted);
    await releaseOwnSegments(scope, counted, own);
  });
}
