/** Lists, creates, changes and deletes segments. */

import { randomUUID } from 'node:crypto';
import { containing } from '../../kernel/base/compared.ts';
import { superAdminFeature } from '../../kernel/base/features.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { laterThan, toIso } from '../../kernel/base/times.ts';
import { assertConditionExpressions } from '../../kernel/conditions/condition-expressions.ts';
import {
  InvalidInputError,
  MissingFeatureError,
  NotFoundError,
  StaleError,
} from '../../kernel/errors/errors.ts';
import { requiredId } from '../../kernel/http/delete-target.ts';
import type { Actor, Precondition, Reader, RequestContext, Target } from '../../kernel/http/operation.ts';
import { retryWhenStale, updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../kernel/http/reply.ts';
import { toList } from '../../kernel/lists/list.ts';
import { SegmentInUseError, SegmentNameTakenError } from './errors.ts';
import { isNameTaken, type Segment, segmentsProblem } from './evaluation/segments.ts';
import { releaseDeletedToggles } from './release-deleted-toggles.ts';
import type { CreateSegment, ListSegments, SegmentRow, UpdateSegment } from './segment-contract.ts';
import * as store from './segment-store.ts';

function toSegmentRow(segment: Segment, isGlobal: boolean, uses: number): SegmentRow {
  const { id, name, description, condition, segments, createdAt, updatedAt } = segment;
  return { id, name, description, condition, segments: [...segments], isGlobal, uses, createdAt, updatedAt };
}

const collator = new Intl.Collator('en');

/** Returns one page of the segments that the tenant can use. */
export async function listSegments({ scope }: Reader<TenantScope>, query: ListSegments) {
  const stored = await store.findSegments(scope);
  const { id, isGlobal, search = '', sortField = 'name', sortDir, page, pageSize } = query;
  const isFound = containing(search.trim());
  const direction = (sortDir ?? (sortField === 'name' ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  const matching = [stored.global, stored.own]
    .flatMap(({ owner, segments }) => segments.map((segment) => ({ ...segment, owner })))
    .filter(
      (segment) =>
        (id === undefined || segment.id === id) &&
        (isGlobal === undefined || (segment.owner === null) === isGlobal) &&
        [segment.name, segment.description ?? ''].some(isFound),
    )
    .toSorted(
      (one, other) =>
        direction *
        (collator.compare(one[sortField], other[sortField]) || collator.compare(one.id, other.id)),
    );
  const start = (page - 1) * pageSize;
  const shown = matching.slice(start, start + pageSize);
  const uses = await store.countUses(shown);
  const items = shown.map((segment) =>
    toSegmentRow(segment, segment.owner === null, uses.get(segment.id) ?? 0),
  );
  return toList(query, { items, total: matching.length });
}

/** Throws MissingFeatureError for a global segment, unless the caller is a super admin. */
function assertMayChange(owner: TenantScope | null, { principal }: RequestContext): void {
  if (owner === null && !principal.isSuperAdmin) throw new MissingFeatureError([superAdminFeature]);
}

/** Returns the lists whose segments a segment of this list may include. */
const listsToInclude = ({ global, own }: store.StoredSegments, list: store.SegmentList) =>
  list.owner === null ? [global] : [global, own];

/** Throws InvalidInputError if the list would be invalid with the segment, SegmentNameTakenError. */
function assertFits(stored: store.StoredSegments, list: store.SegmentList, segment: Segment): void {
  const segments = [...list.segments.filter(({ id }) => id !== segment.id), segment];
  const problem = segmentsProblem(segments, segment.id, stored.global.segments);
  if (problem !== undefined) throw new InvalidInputError(problem);
  if (isNameTaken(segment, list.segments)) throw new SegmentNameTakenError(segment.name);
}

/** Throws InvalidInputError, SegmentNameTakenError, MissingFeatureError and, because a new segment has no version, StaleError for `ifMatch`. */
export async function createSegment(
  { scope, context }: Actor<TenantScope>,
  {
    isGlobal = false,
    name,
    description,
    condition = null,
    segments = [],
    ifMatch,
  }: CreateSegment & Precondition,
) {
  assertMayChange(isGlobal ? null : scope, context);
  await assertConditionExpressions({ condition });
  if (ifMatch !== undefined) throw new StaleError();
  const at = toIso(context.nowMs);
  const id = randomUUID();
  const times = { createdAt: at, updatedAt: at, revision: 1 };
  const segment = { id, name, description: description || null, condition, segments, ...times };
  return retryWhenStale(async () => {
    const stored = await store.findSegments(scope);
    const list = isGlobal ? stored.global : stored.own;
    assertFits(stored, list, segment);
    await store.writeSegment(list, listsToInclude(stored, list), { after: segment }, context);
    return withRevision({ id }, segment.revision);
  });
}

interface Found {
  stored: store.StoredSegments;
  list: store.SegmentList;
  segment: Segment;
  revision: number;
}

/** Throws NotFoundError, MissingFeatureError. */
async function findToChange(scope: TenantScope, id: string, context: RequestContext): Promise<Found> {
  const stored = await store.findSegments(scope);
  for (const list of [stored.own, stored.global]) {
    const segment = list.segments.find((candidate) => candidate.id === id);
    if (segment === undefined) continue;
    assertMayChange(list.owner, context);
    return { stored, list, segment, revision: segment.revision };
  }
  throw new NotFoundError('Segment');
}

/** Changes the given fields. Throws NotFoundError, MissingFeatureError, InvalidInputError, SegmentNameTakenError, StaleError. */
export async function updateSegment(
  { scope, context }: Actor<TenantScope>,
  { id, ifMatch, ...changes }: UpdateSegment & Precondition,
) {
  await assertConditionExpressions({ condition: changes.condition });
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return updateWithRetry(
    () => findToChange(scope, id, context),
    ifMatch,
    async ({ stored, list, segment: before }) => {
      const merged: Segment = { ...before, ...given };
      const after: Segment = {
        ...merged,
        description: merged.description || null,
        updatedAt: laterThan(before.updatedAt, context.nowMs),
        revision: before.revision + 1,
      };
      assertFits(stored, list, after);
      await store.writeSegment(list, listsToInclude(stored, list), { before, after }, context);
      return withRevision({ id: after.id }, after.revision);
    },
  );
}

/** Throws InvalidInputError, NotFoundError, MissingFeatureError, SegmentInUseError, StaleError. */
export async function deleteSegment(
  { scope, context }: Actor<TenantScope>,
  { ifMatch, ...input }: Partial<Target>,
) {
  const id = requiredId(input);
  await updateWithRetry(
    () => findToChange(scope, id, context),
    ifMatch,
    async ({ stored, list, segment: before }) => {
      const remove = () => store.writeSegment(list, listsToInclude(stored, list), { before }, context);
      try {
        await remove();
      } catch (error) {
        if (!(error instanceof SegmentInUseError)) throw error;
        if (!(await releaseDeletedToggles(list.owner, id))) throw error;
        await remove();
      }
    },
  );
  return { id };
}
