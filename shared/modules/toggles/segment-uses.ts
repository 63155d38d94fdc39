/** Which segments rules may use, and the counts of those that they do. */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { Write } from '../../kernel/table/write.ts';
import { segmentsOf, type Targeting } from './evaluation/rule.ts';
import type { Owner } from './keys.ts';
import { findGlobalSegments, findSegments, type SegmentList, useWrites } from './segment-store.ts';

/** Throws InvalidInputError for a rule that names a segment which may not be used there. */
export function assertSegments({ rules }: Targeting, lists: readonly SegmentList[]): void {
  const known = new Set(lists.flatMap(({ segments }) => segments.map(({ id }) => id)));
  for (const [index, { segments = [] }] of rules.entries()) {
    const unknown = segments.findIndex((id) => !known.has(id));
    if (unknown < 0) continue;
    throw new InvalidInputError({
      [`rules[${index}].segments[${unknown}]`]: 'is no segment that this rule may use',
    });
  }
}

/** Ids of the segments that the rules name. */
export const segmentsIn = (targeting: Targeting | undefined): string[] => segmentsOf(targeting?.rules ?? []);

/** The lists of segments, if any of the sources names one. */
export async function listsFor(
  sources: readonly (Targeting | undefined)[],
  read: () => Promise<SegmentList[]>,
): Promise<SegmentList[]> {
  return sources.some((one) => segmentsIn(one).length > 0) ? read() : [];
}

export const globalList = async (): Promise<SegmentList[]> => [await findGlobalSegments()];
export const allLists = (scope: TenantScope) => async (): Promise<SegmentList[]> => {
  const { global, own } = await findSegments(scope);
  return [global, own];
};

/** The writes beside those of what is deleted: a toggle, or with a tenant its own value. */
export async function releasedSegments(
  owner: Owner,
  { targeting }: { targeting?: Targeting | undefined },
): Promise<Write[]> {
  const lists = await listsFor([targeting], owner === null ? globalList : allLists(owner));
  return useWrites(lists, segmentsIn(targeting), []);
}
