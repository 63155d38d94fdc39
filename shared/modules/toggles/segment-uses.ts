/** Checks and counts the segments that rules use. */
import type { TenantScope } from '../../kernel/base/principal.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { Write } from '../../kernel/table/write.ts';
import { segmentsOf, type Targeting } from './evaluation/rule.ts';
import { segmentOverrideKey } from './keys.ts';
import { findGlobalSegments, findSegments, type SegmentList, useWrites } from './segment-store.ts';
import type { OverrideRow, ToggleRow } from './toggle.ts';

/** Throws InvalidInputError if a rule uses a segment outside these lists. */
export function assertSegments({ rules }: Targeting, lists: readonly SegmentList[]): void {
  const knownIds = new Set(lists.flatMap(({ segments }) => segments.map(({ id }) => id)));
  for (const [index, { segments = [] }] of rules.entries()) {
    const unknown = segments.findIndex((id) => !knownIds.has(id));
    if (unknown < 0) continue;
    throw new InvalidInputError({
      [`rules[${index}].segments[${unknown}]`]: 'must be the id of a segment that this rule may use',
    });
  }
}

/** Returns the ids of the segments in the rules. */
export const segmentsIn = (targeting: Targeting | undefined): string[] => segmentsOf(targeting?.rules ?? []);

/** Reads the lists of segments if any of the sources uses segments. */
export async function listsFor(
  sources: readonly (Targeting | undefined)[],
  read: () => Promise<SegmentList[]>,
): Promise<SegmentList[]> {
  return sources.some((source) => segmentsIn(source).length > 0) ? read() : [];
}

export const globalList = async (): Promise<SegmentList[]> => [await findGlobalSegments()];
export const allLists = (scope: TenantScope) => async (): Promise<SegmentList[]> => {
  const { global, own } = await findSegments(scope);
  return [global, own];
};

/**
 * Builds the writes that update the uses of segments by a tenant's own value. An item for each global segment names the
 * own value, because only the segment knows the tenants that use it.
 */
export function overrideUseWrites(
  scope: TenantScope,
  slot: string,
  lists: readonly SegmentList[],
  before: readonly string[],
  after: readonly string[],
): Write[] {
  const globals = lists.filter(({ owner }) => owner === null).flatMap(({ segments }) => segments);
  const isGlobal = new Set(globals.map(({ id }) => id));
  const keysOf = (ids: readonly string[], others: readonly string[]) =>
    ids
      .filter((id) => isGlobal.has(id) && !others.includes(id))
      .map((id) => segmentOverrideKey(id, scope, slot));
  const { tenantId } = scope;
  return [
    ...useWrites(lists, before, after),
    ...keysOf(after, before).map((key): Write => ({ put: { ...key, tenantId, slot } })),
    ...keysOf(before, after).map((key): Write => ({ delete: key })),
  ];
}

/** Builds the writes that remove the uses of a deleted toggle. */
export async function releasedByToggle({ targeting }: Pick<ToggleRow, 'targeting'>): Promise<Write[]> {
  return useWrites(await listsFor([targeting], globalList), segmentsIn(targeting), []);
}

/** Builds the writes that remove the uses of a deleted own value. */
export async function releasedByOverride(
  scope: TenantScope,
  slot: string,
  { targeting }: Pick<OverrideRow, 'targeting'>,
): Promise<Write[]> {
  const lists = await listsFor([targeting], allLists(scope));
  return overrideUseWrites(scope, slot, lists, segmentsIn(targeting), []);
}
