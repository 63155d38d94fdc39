/**
 * Stores each job as a row and a listing item, which moves from the list of active jobs to the list of ended jobs.
 * Writes are built without a read, so that a worker can add them to the transaction of its own work.
 */
import { parseJson, toJson } from '../../kernel/base/json.ts';
import { allOf } from '../../kernel/base/parallel.ts';
import { truncate } from '../../kernel/base/text.ts';
import { fromItem, isExpired, toItem } from '../../kernel/table/item.ts';
import type { Key, RowScope } from '../../kernel/table/keys.ts';
import { toListingItem } from '../../kernel/table/listed-rows.ts';
import { type ListRequest, listPage } from '../../kernel/table/listing.ts';
import type { ListingSpec } from '../../kernel/table/listing-spec.ts';
import { findInOrganizations, type VisibleScope, visibleScopes } from '../../kernel/table/organizations.ts';
import { batchGet, getItem, type Item, queryAll } from '../../kernel/table/read.ts';
import { ifRevision, notExists, type Write } from '../../kernel/table/write.ts';
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
  // Progress does not update the listing item, so the revisions of row and listing item differ; the status decides.
  isBehind: ({ status }, { st }) => status !== st,
};

/** Meta and summary are stored as JSON text: DynamoDB documents nest at most 32 levels deep. */
const asText = (document: Readonly<Record<string, unknown>> | null): string | null =>
  document && toJson(document);

export function toJob(item: Item): ProgressJob {
  const { meta, resultSummary, ...job } = fromItem<
    Omit<ProgressJob, 'meta' | 'resultSummary'> & { meta: string | null; resultSummary: string | null }
  >(item, entity);
  const parsed = (text: string | null) =>
    text === null ? null : parseJson<Readonly<Record<string, unknown>>>(text);
  return { ...job, meta: parsed(meta), resultSummary: parsed(resultSummary) };
}

/** Returns the list of active jobs to which the job belongs. Child jobs have a separate list. */
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
    // Lists show neither summary nor stack, so the listed parts of rows are of similar size.
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

/** Returns the job, also after its end until it expires; undefined if there is no such job. Sends one request. */
export async function getProgressJob(
  scope: RowScope,
  id: string,
  nowMs = Date.now(),
): Promise<ProgressJob | undefined> {
  const item = await getItem(progressKey(scope, id));
  return item && !isExpired(item, nowMs / 1_000) ? toJob(item) : undefined;
}

function rowItem({ revision, meta, resultSummary, ...row }: ProgressJob): Key & Item {
  const stored = { ...row, meta: asText(meta), resultSummary: asText(resultSummary) };
  const item = toItem(progressKey(row, row.id), entity, stored, { revision });
  return row.finishedAtMs === null ? item : { ...item, ttl: expiryOf(row.finishedAtMs) };
}

/** Builds the writes of a new job. */
export function createJobWrites(job: ProgressJob): Write[] {
  const { tenantId, organizationId, id } = job;
  const listing: Write = { put: listingItem(job, activeList(job), job) };
  if (isSyncJob(job)) return [{ put: rowItem(job), when: notExists }, listing];
  return [
    { put: rowItem(job), when: notExists },
    listing,
    { put: toItem(progressWatchKey(job, id), 'progress_watch', { tenantId, organizationId, id }) },
  ];
}

/** A condition on the row, and the error to throw when it fails. */
export type JobGuard = Pick<Extract<Write, { add: Key }>, 'when' | 'otherwise'>;

function rowWrite(head: JobHead, values: Record<string, unknown>, guard: JobGuard): Write {
  return { add: progressKey(head, head.id), amounts: { rev: 1 }, values, ...guard };
}

/** Progress of a job. */
export interface JobMove {
  processedCount: number;
  totalCount: number | null;
  nowMs: number;
}

/** Returns the attributes of a progress update. The estimate assumes the average pace since the start. */
function moveValues({ startedAtMs }: JobHead, { processedCount, totalCount, nowMs }: JobMove) {
  return {
    processedCount,
    totalCount,
    progressPercent: percentOf(processedCount, totalCount),
    etaSeconds: etaOf({ processedCount, totalCount }, { startedAtMs, nowMs }),
    heartbeatAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

/** Builds the writes that start a job, for its row and its listing item. */
export function beginJobWrites(head: JobHead, nowMs: number, guard: JobGuard = {}): Write[] {
  const started = { ...head, startedAtMs: nowMs };
  const values = { status: 'running', startedAtMs: nowMs, heartbeatAtMs: nowMs, updatedAtMs: nowMs };
  return [
    rowWrite(head, values, guard),
    { put: listingItem(started, activeList(head), { status: 'running', finishedAtMs: null }) },
  ];
}

/** Builds the write that updates the progress of a running job. */
export function moveJobWrites(head: JobHead, move: JobMove, guard: JobGuard = {}): Write[] {
  return [rowWrite(head, moveValues(head, move), guard)];
}

/** Builds the write that adds the counts of a batch that was running when its job was cancelled. The job stays ended. */
export function updateCancelledJobWrites(head: JobHead, move: JobMove): Write[] {
  const { processedCount, totalCount, progressPercent } = moveValues(head, move);
  return [rowWrite(head, { processedCount, totalCount, progressPercent, updatedAtMs: move.nowMs }, {})];
}

/** The end of a job. */
export interface JobEnd {
  status: EndedStatus;
  nowMs: number;
  /** Final counts; if absent, the stored counts are kept. */
  counts?: Omit<JobMove, 'nowMs'>;
  resultSummary?: Readonly<Record<string, unknown>> | null;
  errorMessage?: string | null;
  errorStack?: string | null;
  /** User who cancelled the job. */
  cancelledByUserId?: string | null;
}

const shortened = (text: string | null, maxUnits: number): string | null =>
  text === null ? null : truncate(text, maxUnits);

function endValues(head: JobHead, end: JobEnd): Record<string, unknown> {
  const { status, nowMs, counts, resultSummary, errorMessage, errorStack, cancelledByUserId } = end;
  return {
    ...(counts && moveValues(head, { ...counts, nowMs })),
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

/**
 * Builds the writes that move a job to the list of ended jobs. Cancelled jobs and child jobs are not added to the list
 * of recently ended jobs.
 */
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

/** Builds the writes that end a job. */
export function finishJobWrites(head: JobHead, end: JobEnd, guard: JobGuard = {}): Write[] {
  return [rowWrite(head, endValues(head, end), guard), ...endedListWrites(head, end.status, end.nowMs)];
}

/** Builds the writes of the next revision. Their transaction throws StaleError if another writer has changed the job. */
export function changeJobWrites(before: ProgressJob, after: ProgressJob): Write[] {
  const { status, finishedAtMs } = after;
  const row: Write = {
    put: rowItem(after),
    ...ifRevision(before.revision),
  };
  if (isEnd(status) && finishedAtMs !== null) return [row, ...endedListWrites(after, status, finishedAtMs)];
  const listed = [before, after].map((job) => listingItem(job, activeList(job), job));
  return toJson(listed[0]) === toJson(listed[1]) ? [row] : [row, ...listed.slice(1).map((put) => ({ put }))];
}

/** Finds the job, as it is stored, in the visible organizations. Sends one request per organization. */
export function findJob(scope: VisibleScope, id: string, nowMs: number): Promise<ProgressJob | undefined> {
  return findInOrganizations(
    scope,
    (at) => progressKey(at, id),
    (item) => (isExpired(item, nowMs / 1_000) ? undefined : toJob(item)),
  );
}

/**
 * Maximum number of active jobs to read. It exceeds the number of returned jobs, as some may be stale; together with
 * the recently ended jobs they fit into one BatchGetItem.
 */
const maxReadJobs = progressLimits.activeJobs + 40;

interface ListedItem {
  at: RowScope;
  item: Item;
}

/** Merges the lists of several partitions and returns the first items. */
function firstOf(lists: readonly ListedItem[][], limit: number): ListedItem[] {
  const sorted = lists.flat().toSorted((a, b) => (String(a.item.sk) < String(b.item.sk) ? -1 : 1));
  return sorted.slice(0, limit);
}

/**
 * Returns active and recently ended jobs, as they are stored, in no particular order. Sends two Queries per
 * organization and one BatchGetItem for any number of jobs.
 */
export async function findActive(scope: VisibleScope, nowMs: number): Promise<ProgressJob[]> {
  const scopes = visibleScopes(scope);
  const sinceMs = nowMs - progressLimits.recentSeconds * 1_000;
  const query = async (at: RowScope, list: 'ACTIVE' | 'RECENT', limit: number): Promise<ListedItem[]> => {
    const items = await queryAll({
      pk: progressPartition(at, list),
      limit,
      consistent: true,
      ...(list === 'RECENT' && { skRange: recentProgressRange(sinceMs) }),
    });
    return items.map((item) => ({ at, item }));
  };
  const queryEach = (list: 'ACTIVE' | 'RECENT', limit: number) =>
    allOf(scopes.map((at) => query(at, list, limit)));
  const [active, recent] = await allOf([
    queryEach('ACTIVE', maxReadJobs),
    queryEach('RECENT', progressLimits.recentJobs),
  ]);
  const listed = [...firstOf(active, maxReadJobs), ...firstOf(recent, progressLimits.recentJobs)];
  // A job that ends between the two Queries is in both.
  const keys = new Map(listed.map(({ at, item }) => [String(item.id), progressKey(at, String(item.id))]));
  return (await batchGet([...keys.values()])).map(toJob);
}

/** Returns one page of the jobs in these lists, as they are stored. Throws PageTooLargeError. */
export async function listJobs(
  scope: VisibleScope,
  lists: readonly ProgressList[],
  request: ListRequest<JobListField>,
): Promise<{ items: ProgressJob[]; total: number }> {
  const scopeByPartition = new Map(
    visibleScopes(scope).flatMap((at) => lists.map((list) => [progressPartition(at, list), at] as const)),
  );
  const { rows, total } = await listPage(
    jobListing,
    [...scopeByPartition.keys()],
    ({ id, partition }) => {
      const at = scopeByPartition.get(partition);
      if (at === undefined) throw new Error(`No organization has the partition ${partition}.`);
      return progressKey(at, id);
    },
    request,
  );
  return { items: rows.map(toJob), total };
}
