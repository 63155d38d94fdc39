/** Checks and counts the segments that rules use. */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { Write } from '../../kernel/table/write.ts';
import { segmentsOf, type Targeting } from './evaluation/rule.ts';
import type { Owner } from './keys.ts';
import { findGlobalSegments, findSegments, type SegmentList, useWrites } from './segment-store.ts';

/** Throws InvalidInputError if a rule uses a segment outside these lists. */
export function assertSegments({ rules }: Targeting, lists: readonly SegmentList[]): void {
  const known = new Set(lists.flatMap(({ segments }) => segments.map(({ id }) => id)));
  for (const [index, { segments = [] }] of rules.entries()) {
    const unknown = segments.findIndex((id) => !known.has(id));
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

/** Builds the writes that remove the uses of a deleted toggle (`owner` null) or of a deleted own value. */
export async function releasedSegments(
  owner: Owner,
  { targeting }: { targeting?: Targeting | undefined },
): Promise<Write[]> {
  const lists = await listsFor([targeting], owner === null ? globalList : allLists(owner));
  return useWrites(lists, segmentsIn(targeting), []);
}
