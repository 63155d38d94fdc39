/**
 * The only file that knows how jobs lie in the table: a row, and a listing item that moves from the jobs that go on to
 * those that have ended. Changes are writes that need no read before them, so that the worker can put them
 * into the transaction of the work itself.
 */
import { StaleError } from '../../kernel/errors/errors.ts';
import { toJson } from '../../kernel/http/json.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key, RowScope } from '../../kernel/table/keys.ts';
import { toListingItem } from '../../kernel/table/listed-rows.ts';
import { type ListRequest, listPage } from '../../kernel/table/listing.ts';
import type { ListingSpec } from '../../kernel/table/listing-spec.ts';
import { findInOrganizations, type VisibleScope, visibleScopes } from '../../kernel/table/organizations.ts';
import { allOf } from '../../kernel/table/parallel.ts';
import { batchGet, getItem, type Item, queryAll } from '../../kernel/table/read.ts';
import { notExists, revisionIs, type Write } from '../../kernel/table/write.ts';
import { truncate } from '../../kernel/text/text.ts';
import {
  type EndedStatus,
  etaOf,
  isEnd,
  isSyncJob,
  type JobHead,
  type JobStatus,
  type ProgressJob,
  percentOf,
} from './job.ts';
import {
  type ProgressList,
  progressKey,
  progressListingKey,
  progressPartition,
  progressWatchKey,
  progressWatchShardOf,
  recentProgressKey,
  recentProgressRange,
} from './keys.ts';
import { progressLimits } from './limits.ts';

const entity = 'progress_job';

export type JobListField =
  | 'status'
  | 'jobType'
  | 'name'
  | 'parentJobId'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt';

const jobListing: ListingSpec<JobListField> = {
  attributes: {
    status: 'st',
    jobType: 'jt',
    name: 'n',
    parentJobId: 'p',
    createdAt: 'ca',
    startedAt: 'sa',
    finishedAt: 'fa',
  },
  searchIn: ['name', 'jobType'],
  filterModes: { finishedAt: 'atLeast' },
  keyOrder: { field: 'createdAt', direction: 'desc' },
  expires: true,
  // Workers move a job without knowing its revision; what they begin and end, they list.
  isBehind: ({ status }, { st }) => status !== st,
};

/** Meta and summary are stored as JSON text: DynamoDB documents nest at most 32 levels deep. */
const asText = (document: Readonly<Record<string, unknown>> | null): string | null =>
  document && toJson(document);

export function toJob(item: Item): ProgressJob {
  const { meta, resultSummary, ...job } = fromItem<
    Omit<ProgressJob, 'meta' | 'resultSummary'> & { meta: string | null; resultSummary: string | null }
  >(item, entity);
  const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));
  return { ...job, meta: parsed(meta), resultSummary: parsed(resultSummary) };
}

/** The list of jobs that go on which this one is in: parts of a job have one of their own. */
const activeList = ({ parentJobId }: Pick<JobHead, 'parentJobId'>): ProgressList =>
  parentJobId === null ? 'ACTIVE' : 'PARTS';

function listingItem(
  head: JobHead,
  list: ProgressList,
  {
    status,
    finishedAtMs,
    revision = 0,
  }: { status: JobStatus; finishedAtMs: number | null; revision?: number },
): Key & Item {
  return toListingItem(jobListing, progressListingKey(head, list, head.createdAtMs, head.id), {
    id: head.id,
    revision,
    // Lists show neither summary nor stack: what they hold of a row has little variety.
    bytes: 1_500,
    fields: {
      status,
      jobType: head.jobType,
      name: head.name,
      parentJobId: head.parentJobId,
      createdAt: head.createdAtMs,
      startedAt: head.startedAtMs,
      finishedAt: finishedAtMs,
    },
  });
}

/** The job, also one that has ended and is still kept; undefined when there is none. One request. */
export async function getProgressJob(
  scope: RowScope,
  id: string,
  nowMs = Date.now(),
): Promise<ProgressJob | undefined> {
  const item = await getItem(progressKey(scope, id));
  return item && !isExpired(item, nowMs) ? toJob(item) : undefined;
}

/** DynamoDB removes what has expired when it likes. */
const isExpired = ({ ttl }: Item, nowMs: number): boolean => typeof ttl === 'number' && ttl <= nowMs / 1_000;

function rowItem({ revision, meta, resultSummary, ...row }: ProgressJob): Key & Item {
  const stored = { ...row, meta: asText(meta), resultSummary: asText(resultSummary) };
  const item = toItem(progressKey(row, row.id), entity, stored, { revision });
  return row.finishedAtMs === null ? item : { ...item, ttl: expiryOf(row.finishedAtMs) };
}

/** The writes of a new job. */
export function createJobWrites(job: ProgressJob): Write[] {
  const { tenantId, organizationId, id } = job;
  const listing: Write = { put: listingItem(job, activeList(job), job) };
  if (isSyncJob(job)) return [{ put: rowItem(job), when: notExists }, listing];
  const watched = { ...job, watchShard: progressWatchShardOf(id) };
  return [
    { put: rowItem(watched), when: notExists },
    listing,
    { put: toItem(progressWatchKey(watched, id), 'progress_watch', { tenantId, organizationId, id }) },
  ];
}

/** Where the row and the listing item of a job are that has not ended. */
export const jobKeys = (
  job: Pick<JobHead, 'id' | 'tenantId' | 'organizationId' | 'parentJobId' | 'createdAtMs'>,
) => [progressKey(job, job.id), progressListingKey(job, activeList(job), job.createdAtMs, job.id)];

/**
 * The items of a new job of a sync run, to be put ahead of the run: who removes them when there will be no run is the
 * caller.
 */
export const newSyncJobItems = (job: ProgressJob): (Key & Item)[] => [
  rowItem(job),
  listingItem(job, activeList(job), job),
];

/** A condition on the row, and what its failure means. */
export type JobGuard = Pick<Extract<Write, { add: Key }>, 'when' | 'otherwise'>;

function rowWrite(head: JobHead, values: Record<string, unknown>, guard: JobGuard): Write {
  return { add: progressKey(head, head.id), amounts: { rev: 1 }, values, ...guard };
}

/** How far a job has come. */
export interface JobMove {
  processedCount: number;
  totalCount: number | null;
  nowMs: number;
}

/** What a move sets; the estimate at the pace since the job began. */
function moved({ startedAtMs }: JobHead, { processedCount, totalCount, nowMs }: JobMove) {
  return {
    processedCount,
    totalCount,
    progressPercent: percentOf(processedCount, totalCount),
    etaSeconds: etaOf({ processedCount, totalCount }, { startedAtMs, nowMs }),
    heartbeatAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

/** The writes by which a job begins: it is running, and its list says so. Writes the same items as a move. */
export function beginJobWrites(head: JobHead, nowMs: number, guard: JobGuard = {}): Write[] {
  const begun = { ...head, startedAtMs: nowMs };
  const values = { status: 'running', startedAtMs: nowMs, heartbeatAtMs: nowMs, updatedAtMs: nowMs };
  return [
    rowWrite(head, values, guard),
    { put: listingItem(begun, activeList(head), { status: 'running', finishedAtMs: null }) },
  ];
}

/** The write by which a running job comes further. */
export function moveJobWrites(head: JobHead, move: JobMove, guard: JobGuard = {}): Write[] {
  return [rowWrite(head, moved(head, move), guard)];
}

/**
 * The write of counts that come after the end: a batch that was under way when its job was cancelled. The end stays as
 * it is.
 */
export function lateMoveJobWrites(head: JobHead, move: JobMove): Write[] {
  const { processedCount, totalCount, progressPercent } = moved(head, move);
  return [rowWrite(head, { processedCount, totalCount, progressPercent, updatedAtMs: move.nowMs }, {})];
}

/** How a job ended. */
export interface JobEnd {
  status: EndedStatus;
  nowMs: number;
  /** What the last step brought; left out, the counts stay as they are. */
  counts?: Omit<JobMove, 'nowMs'>;
  resultSummary?: Readonly<Record<string, unknown>> | null;
  errorMessage?: string | null;
  errorStack?: string | null;
  /** Who cancelled it. */
  cancelledByUserId?: string | null;
}

const shortened = (text: string | null, maxUnits: number): string | null =>
  text === null ? null : truncate(text, maxUnits);

function ended(head: JobHead, end: JobEnd): Record<string, unknown> {
  const { status, nowMs, counts, resultSummary, errorMessage, errorStack, cancelledByUserId } = end;
  return {
    ...(counts && moved(head, { ...counts, nowMs })),
    ...(status === 'completed' && { progressPercent: 100 }),
    ...(resultSummary !== undefined && { resultSummary: asText(resultSummary) }),
    ...(errorMessage !== undefined && {
      errorMessage: shortened(errorMessage, progressLimits.errorMessageLength),
    }),
    ...(errorStack !== undefined && {
      errorStack: shortened(errorStack, progressLimits.errorStackLength),
    }),
    ...(cancelledByUserId !== undefined && { cancelledByUserId }),
    status,
    etaSeconds: 0,
    finishedAtMs: nowMs,
    updatedAtMs: nowMs,
    ttl: expiryOf(nowMs),
  };
}

const expiryOf = (endedAtMs: number): number =>
  Math.floor(endedAtMs / 1_000) + progressLimits.retentionDays * 86_400;

/** The writes that move an ended job to where ended ones are. A cancelled one appears in lists only. */
function endedListWrites(head: JobHead, status: EndedStatus, endedAtMs: number): Write[] {
  const { id, createdAtMs, parentJobId } = head;
  const isRecent = parentJobId === null && status !== 'cancelled';
  const recent: Key & Item = {
    ...toItem(recentProgressKey(head, endedAtMs, id), 'progress_recent', { id }),
    ttl: Math.floor(endedAtMs / 1_000) + progressLimits.recentSeconds,
  };
  const listed = listingItem(head, 'ENDED', { status, finishedAtMs: endedAtMs });
  return [
    { delete: progressListingKey(head, activeList(head), createdAtMs, id) },
    { put: { ...listed, ttl: expiryOf(endedAtMs) } },
    ...(isRecent ? [{ put: recent }] : []),
    ...(isSyncJob(head) ? [] : [{ delete: progressWatchKey(head, id) }]),
  ];
}

/** The writes by which a job ends. */
export function finishJobWrites(head: JobHead, end: JobEnd, guard: JobGuard = {}): Write[] {
  return [rowWrite(head, ended(head, end), guard), ...endedListWrites(head, end.status, end.nowMs)];
}

/** The writes that cancel a job. */
export function cancelJobWrites(
  head: JobHead,
  { byUserId, ...end }: Omit<JobEnd, 'status' | 'cancelledByUserId'> & { byUserId: string | null },
  guard: JobGuard = {},
): Write[] {
  return finishJobWrites(head, { ...end, status: 'cancelled', cancelledByUserId: byUserId }, guard);
}

/** The writes that make one revision of a job of the next. Their transaction throws StaleError when another writer came first. */
export function changeJobWrites(before: ProgressJob, after: ProgressJob): Write[] {
  const { status, finishedAtMs } = after;
  const row: Write = {
    put: rowItem(after),
    when: revisionIs(before.revision),
    otherwise: () => new StaleError(),
  };
  if (isEnd(status) && finishedAtMs !== null) return [row, ...endedListWrites(after, status, finishedAtMs)];
  const listed = [before, after].map((job) => listingItem(job, activeList(job), job));
  return toJson(listed[0]) === toJson(listed[1]) ? [row] : [row, ...listed.slice(1).map((put) => ({ put }))];
}

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
