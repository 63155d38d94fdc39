/**
 * Stores segments: one item with all segments of a tenant, one with all global segments. Not declared resources: a check of
 * a toggle reads all of them with one request.
 */
import { type Change, type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import { parseJson, toJson } from '../../kernel/base/json.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { CompiledCache } from '../../kernel/conditions/compiled-cache.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key } from '../../kernel/table/keys.ts';
import { batchGet, type Item } from '../../kernel/table/read.ts';
import { ifRevision, notExists, transact, type Write } from '../../kernel/table/write.ts';
import { SegmentInUseError } from './errors.ts';
import { type CompiledSegments, compileSegments, noSegments } from './evaluation/evaluate.ts';
import type { Segment } from './evaluation/segments.ts';
import { markChange, type Owner, segmentsKey, segmentUsesKey } from './keys.ts';

export const segmentsEntity = 'toggle_segments';
const usesEntity = 'toggle_segment_uses';

/** All segments of an owner. */
export interface SegmentList {
  owner: Owner;
  segments: readonly Segment[];
  /** 0 before the first segment. */
  revision: number;
}

/** The segments that an evaluation in a tenant can use. */
export interface StoredSegments {
  global: SegmentList;
  own: SegmentList;
}

/** The segments of a stored list. */
export const segmentsOf = ({ segments }: Item): readonly Segment[] => parseJson(String(segments));

function toSegmentList(owner: Owner, item: Item | undefined): SegmentList {
  if (item === undefined) return { owner, segments: [], revision: 0 };
  const { revision } = fromItem<{ revision: number }>(item, segmentsEntity);
  return { owner, segments: segmentsOf(item), revision };
}

const isAt =
  ({ pk, sk }: Key) =>
  (item: Item): boolean =>
    item.pk === pk && item.sk === sk;

/** Reads global segments and segments of the tenant, strongly consistent. Sends one request. */
export async function findSegments(scope: TenantScope): Promise<StoredSegments> {
  const [globalKey, ownKey] = [segmentsKey(null), segmentsKey(scope)];
  const items = await batchGet([globalKey, ownKey]);
  return {
    global: toSegmentList(null, items.find(isAt(globalKey))),
    own: toSegmentList(scope, items.find(isAt(ownKey))),
  };
}

/** Reads global segments. Sends one request. */
export async function findGlobalSegments(): Promise<SegmentList> {
  const [item] = await batchGet([segmentsKey(null)]);
  return toSegmentList(null, item);
}

const cache = new CompiledCache<CompiledSegments>();

/** Compiles the segments of an owner, once per revision. */
export function compiledSegments(item: Item | undefined): CompiledSegments {
  if (item === undefined) return noSegments;
  const key = `${String(item.pk)} ${String(item.rev)}`;
  const text = String(item.segments);
  return cache.find(key) ?? cache.keep(key, compileSegments(parseJson(text)), text.length);
}

/** Returns the number of uses by segment id. Eventually consistent; a deletion checks the number again. */
export async function countUses(
  segments: readonly { owner: Owner; id: string }[],
): Promise<Map<string, number>> {
  const keys = segments.map(({ owner, id }) => segmentUsesKey(owner, id));
  const items = await batchGet(keys, undefined, { consistent: false });
  return new Map(items.map(({ id, n }) => [String(id), Number(n)]));
}

/**
 * Builds the writes that update the use counts of segments that a change adds or removes. `lists` contain the usable
 * segments. Throws the error of `missing` if a used segment has been deleted.
 */
export function useWrites(
  lists: readonly SegmentList[],
  before: readonly string[],
  after: readonly string[],
  missing = () => new StaleError(),
): Write[] {
  const keyOf = (id: string) => {
    const list = lists.find(({ segments }) => segments.some((segment) => segment.id === id));
    return list && segmentUsesKey(list.owner, id);
  };
  const countWrites = (ids: readonly string[], others: readonly string[], by: number): Write[] =>
    ids
      .filter((id) => !others.includes(id))
      .flatMap((id) => {
        const key = keyOf(id);
        if (key === undefined) return [];
        const when = { expression: 'attribute_exists(pk)' };
        return [{ add: key, amounts: { n: by }, when, otherwise: missing }];
      });
  return [...countWrites(after, before, 1), ...countWrites(before, after, -1)];
}

function changeOf(
  action: Change['action'],
  owner: Owner,
  before: Segment | undefined,
  after: Segment | undefined,
): Change {
  const { id, name, revision } = after ?? before ?? { id: '', name: '', revision: 0 };
  return {
    tenantId: owner?.tenantId ?? null,
    organizationId: null,
    resource: 'feature_toggles.segment',
    resourceId: id,
    action,
    version: after === undefined ? revision + 1 : revision,
    data: { name, isGlobal: owner === null },
    changes: differences({ ...before }, { ...after }, ['createdAt', 'updatedAt', 'revision']),
  };
}

/**
 * Creates (`before` undefined), changes or deletes (`after` undefined) one segment of a list. Throws StaleError if another
 * writer has changed the list, SegmentInUseError for the deletion of a segment in use.
 */
export async function writeSegment(
  list: SegmentList,
  included: readonly SegmentList[],
  { before, after }: { before?: Segment | undefined; after?: Segment | undefined },
  context: ChangeContext,
): Promise<void> {
  const { owner, revision } = list;
  const id = (after ?? before)?.id ?? '';
  const others = list.segments.filter((segment) => segment.id !== id);
  const segments = toJson(after === undefined ? others : [...others, after]);
  const uses = segmentUsesKey(owner, id);
  await transact([
    {
      put: toItem(segmentsKey(owner), segmentsEntity, { segments }, { revision: revision + 1 }),
      ...ifRevision(revision),
    },
    ...(before === undefined ? [{ put: toItem(uses, usesEntity, { id, n: 0 }), when: notExists }] : []),
    ...(after === undefined
      ? [
          {
            delete: uses,
            when: { expression: 'n = :none', values: { ':none': 0 } },
            otherwise: () => new SegmentInUseError(),
          },
        ]
      : []),
    ...useWrites(included, before?.segments ?? [], after?.segments ?? []),
    markChange(owner, id),
    ...recordChange(
      changeOf(
        before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated',
        owner,
        before,
        after,
      ),
      context,
    ),
  ]);
}
