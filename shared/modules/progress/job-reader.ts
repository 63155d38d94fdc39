/** Reads jobs: one by its id, what goes on, pages of lists. Writes nothing. */
import type { RowScope } from '../../kernel/table/keys.ts';
import { type ListRequest, listPage } from '../../kernel/table/listing.ts';
import { findInOrganizations, type VisibleScope, visibleScopes } from '../../kernel/table/organizations.ts';
import { allOf } from '../../kernel/table/parallel.ts';
import { batchGet, type Item, queryAll } from '../../kernel/table/read.ts';
import type { ProgressJob } from './job.ts';
import { isExpired, type JobListField, jobListing, toJob } from './job-store.ts';
import { type ProgressList, progressKey, progressPartition, recentProgressRange } from './keys.ts';
import { progressLimits } from './limits.ts';

/** The job in a visible organization, as it is stored. One request per organization. */
export function findJob(scope: VisibleScope, id: string, nowMs: number): Promise<ProgressJob | undefined> {
  return findInOrganizations(
    scope,
    (at) => progressKey(at, id),
    (item) => (isExpired(item, nowMs) ? undefined : toJob(item)),
  );
}

/**
 * So many of the jobs that go on are looked at: more than are shown, as some may have lost their worker, and so few
 * that one BatchGetItem takes them together with those that have just ended.
 */
const lookedAt = progressLimits.activeJobs + 40;

interface Listed {
  at: RowScope;
  item: Item;
}

/** The first of what several partitions hold. */
function first(lists: readonly Listed[][], limit: number): Listed[] {
  const sorted = lists.flat().toSorted((a, b) => (String(a.item.sk) < String(b.item.sk) ? -1 : 1));
  return sorted.slice(0, limit);
}

/**
 * Jobs that go on or have just ended, in no particular order, as they are stored. Two Queries for each organization and
 * one BatchGetItem, for any number of jobs.
 */
export async function findActive(scope: VisibleScope, nowMs: number): Promise<ProgressJob[]> {
  const places = visibleScopes(scope);
  const sinceMs = nowMs - progressLimits.recentSeconds * 1_000;
  const query = async (at: RowScope, list: 'ACTIVE' | 'RECENT', limit: number): Promise<Listed[]> => {
    const items = await queryAll({
      pk: progressPartition(at, list),
      limit,
      consistent: true,
      ...(list === 'RECENT' && { skRange: recentProgressRange(sinceMs) }),
    });
    return items.map((item) => ({ at, item }));
  };
  const all = (list: 'ACTIVE' | 'RECENT', limit: number) => allOf(places.map((at) => query(at, list, limit)));
  const [active, recent] = await allOf([all('ACTIVE', lookedAt), all('RECENT', progressLimits.recentJobs)]);
  const listed = [...first(active, lookedAt), ...first(recent, progressLimits.recentJobs)];
  // A job that ends between the two Queries is in both.
  const keys = new Map(listed.map(({ at, item }) => [String(item.id), progressKey(at, String(item.id))]));
  return (await batchGet([...keys.values()])).map(toJob);
}

/** One page of the jobs in these lists of the visible organizations, as they are stored. Throws PageTooLargeError. */
export async function listJobs(
  scope: VisibleScope,
  lists: readonly ProgressList[],
  request: ListRequest<JobListField>,
): Promise<{ items: ProgressJob[]; total: number }> {
  const placeOf = new Map(
    visibleScopes(scope).flatMap((at) => lists.map((list) => [progressPartition(at, list), at] as const)),
  );
  const { rows, total } = await listPage(
    jobListing,
    [...placeOf.keys()],
    ({ id, partition }) => {
      const at = placeOf.get(partition);
      if (at === undefined) throw new Error(`No organization has the partition ${partition}.`);
      return progressKey(at, id);
    },
    request,
  );
  return { items: rows.map(toJob), total };
}
