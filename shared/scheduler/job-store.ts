/**
 * How scheduled jobs are stored in the table: a row, a listing item and, while the job is enabled, an item by which all
 * jobs that fire are found (firing-jobs.ts). What firing changes (last and next run) is written beside changes
 * by people, so both set single attributes and neither overwrites the other.
 */
import { type Change, type ChangeContext, differences, recordChange } from '../audit/record.ts';
import { NotFoundError, StaleError } from '../http/errors.ts';
import { toJson } from '../http/json.ts';
import { countWrite } from '../table/counters.ts';
import { fromItem, toItem } from '../table/item.ts';
import { jobKey, jobListingKey, jobListPartition, type Key } from '../table/keys.ts';
import { type ListingSpec, type ListRequest, listPage, toListingItem } from '../table/listing.ts';
import { batchGet, getItem, type Item } from '../table/read.ts';
import { notExists, revisionIs, transact, type Write } from '../table/write.ts';
import { type JobScope, startFiring, stopFiring } from './firing-jobs.ts';
import { firesDifferently, type JobRow, type Place } from './job.ts';
import { leaveLimitWrites, storeWithinLimit } from './job-limit.ts';
import { jobLimits } from './limits.ts';

const entity = 'job';

const jobListing = {
  attributes: {
    name: 'n',
    description: 'd',
    scopeType: 's',
    isEnabled: 'a',
    sourceType: 'st',
    sourceModule: 'sm',
    nextRunAt: 'x',
    createdAt: 'ca',
  },
  searchIn: ['name', 'description'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
} as const satisfies ListingSpec<string>;
export type JobListField = keyof typeof jobListing.attributes;

/** A deleted job still is there for a while. */
type StoredJob = JobRow & { deletedAtMs?: number };

/** Payloads are stored as JSON text: DynamoDB documents nest 32 levels and hold fewer numbers than JSON. */
function rowValues({ revision, ...row }: JobRow): Item {
  return { ...row, targetPayload: toJson(row.targetPayload) };
}

function toRow(item: Item): StoredJob {
  const row = fromItem<StoredJob>(item, entity);
  return { ...row, targetPayload: JSON.parse(String(row.targetPayload)) };
}

function listingItem(job: JobRow): Key & Item {
  const { id, createdAt, nextRunAtMs } = job;
  const createdAtMs = Date.parse(createdAt);
  const fields = { ...job, createdAt: createdAtMs, nextRunAt: nextRunAtMs };
  const bytes = Buffer.byteLength(toJson(rowValues(job)));
  return toListingItem(jobListing, jobListingKey(job, createdAtMs, id), { id, bytes, fields });
}

/** The listing item with what a change gives it. Its next run stays unless the change is of that. */
function listingUpdate(before: JobRow, after: JobRow): Write {
  const { pk, sk, ...values } = listingItem(after);
  const { nextRunAt } = jobListing.attributes;
  const absent = Object.values(jobListing.attributes).filter((name) => values[name] === undefined);
  const keepsTimes = !firesDifferently(before, after);
  if (keepsTimes) delete values[nextRunAt];
  return {
    set: { pk, sk },
    values,
    remove: absent.filter((name) => !keepsTimes || name !== nextRunAt),
  };
}

function changeOf(action: string, before: JobRow | undefined, after: JobRow): Change {
  const { tenantId, organizationId, id, name, scopeType, scheduleType, scheduleValue, timezone, isEnabled } =
    after;
  const hidden = [
    'updatedAt',
    'updatedBy',
    'revision',
    'lastRunAtMs',
    'nextRunAtMs',
    'anchorMs',
    'scheduleVersion',
  ];
  return {
    tenantId,
    organizationId,
    resource: 'scheduler.job',
    resourceId: id,
    action,
    version: after.revision,
    data: { name, scopeType, scheduleType, scheduleValue, timezone, isEnabled },
    changes: differences(before ? { ...before } : {}, { ...after }, hidden),
  };
}

/** The job, deleted or not. */
async function findStored(scope: JobScope, id: string): Promise<StoredJob | undefined> {
  const item = await getItem(jobKey(scope, id));
  return item && toRow(item);
}

/** The live job of the tenant, or with null of the platform. One request. */
export async function findJob(scope: JobScope, id: string): Promise<JobRow | undefined> {
  const job = await findStored(scope, id);
  return job?.deletedAtMs === undefined ? job : undefined;
}

/** The deleted job, while it can be brought back. One request. */
export async function findDeletedJob(
  scope: JobScope,
  id: string,
  nowMs: number,
): Promise<JobRow | undefined> {
  const { deletedAtMs, ...job } = (await findStored(scope, id)) ?? {};
  const isInTime = deletedAtMs !== undefined && nowMs < deletedAtMs + jobLimits.undoDays * 86_400_000;
  return isInTime ? (job as JobRow) : undefined;
}

/** Live jobs in no particular order; those that are not there are missing. One request per 100. */
export async function findJobs(ids: readonly { scope: JobScope; id: string }[]): Promise<JobRow[]> {
  const items = await batchGet(ids.map(({ scope, id }) => jobKey(scope, id)));
  return items.map(toRow).filter(({ deletedAtMs }) => deletedAtMs === undefined);
}

/** The job in an item that was read by its key; undefined when it is deleted. */
export function liveJobIn(item: Item | undefined): JobRow | undefined {
  const job = item && toRow(item);
  return job?.deletedAtMs === undefined ? job : undefined;
}

/** One page of live jobs of the given places, and how many match. */
export async function listJobs(
  places: readonly Pick<Place, 'tenantId' | 'organizationId'>[],
  request: ListRequest<JobListField>,
): Promise<{ jobs: JobRow[]; total: number }> {
  const tenantAt = new Map(places.map((place) => [jobListPartition(place), place.tenantId]));
  const { rows, total } = await listPage(
    jobListing,
    [...tenantAt.keys()],
    ({ id, partition }) => jobKey({ tenantId: tenantAt.get(partition) ?? null }, id),
    request,
  );
  return { jobs: rows.map(toRow).filter(({ deletedAtMs }) => deletedAtMs === undefined), total };
}

const countBy = (job: JobRow, by: 1 | -1): Write => countWrite(jobListPartition(job), job.id, by);

/** Everything that a new job adds to the table. */
export function insertWrites(job: JobRow, context: ChangeContext): Write[] {
  const row = toItem(jobKey(job, job.id), entity, rowValues(job), { revision: job.revision });
  return [
    { put: row, when: notExists },
    { put: listingItem(job) },
    countBy(job, 1),
    ...(job.isEnabled ? [startFiring(job)] : []),
    ...recordChange(changeOf('created', undefined, job), context),
  ];
}

/** `beside` are the writes of whoever has the job made. Throws LimitReachedError. */
export async function insertJob(
  job: JobRow,
  context: ChangeContext,
  beside: readonly Write[] = [],
): Promise<void> {
  await storeWithinLimit(job, [...insertWrites(job, context), ...beside]);
}

const atRevision = ({ revision }: JobRow) => ({
  when: revisionIs(revision),
  otherwise: () => new StaleError(),
});

/** Replaces the job read as `before`. Throws StaleError when somebody wrote in between. */
export async function replaceJob(before: JobRow, after: JobRow, context: ChangeContext): Promise<void> {
  const { lastRunAtMs, nextRunAtMs, ...values } = rowValues(after);
  const starts = firesDifferently(before, after);
  await transact([
    {
      set: jobKey(after, after.id),
      values: { ...values, ...(starts && { nextRunAtMs }), rev: after.revision },
      ...atRevision(before),
    },
    listingUpdate(before, after),
    ...(before.isEnabled === after.isEnabled
      ? []
      : [after.isEnabled ? startFiring(after) : stopFiring(after)]),
    ...recordChange(changeOf('updated', before, after), context),
  ]);
}

/**
 * Marks the job as deleted; `beside` are the writes of whoever had it made. Throws StaleError when somebody wrote in
 * between.
 */
export async function removeJob(
  before: JobRow,
  context: ChangeContext,
  beside: readonly Write[] = [],
): Promise<JobRow> {
  const deleted = { ...before, revision: before.revision + 1 };
  await transact([
    {
      set: jobKey(before, before.id),
      values: {
        deletedAtMs: context.nowMs,
        deletedBy: context.principal.subject,
        ttl: Math.ceil(context.nowMs / 1_000) + jobLimits.undoDays * 86_400,
        rev: deleted.revision,
      },
      ...atRevision(before),
    },
    { delete: jobListingKey(before, Date.parse(before.createdAt), before.id) },
    countBy(before, -1),
    ...leaveLimitWrites(before),
    stopFiring(before),
    ...recordChange(changeOf('deleted', before, deleted), context),
    ...beside,
  ]);
  return deleted;
}

/**
 * Brings the job back that was deleted as `before`. Throws NotFoundError when somebody else did meanwhile, and
 * LimitReachedError.
 */
export async function restoreJob(before: JobRow, after: JobRow, context: ChangeContext): Promise<void> {
  const { nextRunAtMs, anchorMs, scheduleVersion, updatedAt, updatedBy, revision } = after;
  await storeWithinLimit(after, [
    {
      set: jobKey(after, after.id),
      values: { nextRunAtMs, anchorMs, scheduleVersion, updatedAt, updatedBy, rev: revision },
      remove: ['deletedAtMs', 'deletedBy', 'ttl'],
      when: revisionIs(before.revision),
      otherwise: () => new NotFoundError('Deleted job'),
    },
    { put: listingItem(after) },
    countBy(after, 1),
    ...(after.isEnabled ? [startFiring(after)] : []),
    ...recordChange(changeOf('restored', undefined, after), context),
  ]);
}

/** The writes by which a job's next run moves on, unless the job fires otherwise by now or is further on already. */
export function advanceWrites(job: JobRow, nextRunAtMs: number, otherwise: () => StaleError): Write[] {
  const { pk, sk } = jobListingKey(job, Date.parse(job.createdAt), job.id);
  return [
    {
      set: jobKey(job, job.id),
      values: { nextRunAtMs },
      when: {
        expression:
          'scheduleVersion = :version AND nextRunAtMs <= :next AND attribute_not_exists(deletedAtMs)',
        values: { ':version': job.scheduleVersion, ':next': nextRunAtMs },
      },
      otherwise,
    },
    { set: { pk, sk }, values: { [jobListing.attributes.nextRunAt]: nextRunAtMs } },
  ];
}

/** Notes that a run of the job has completed. */
export function completedWrite(job: JobRow, atMs: number, otherwise: () => StaleError): Write {
  return {
    set: jobKey(job, job.id),
    values: { lastRunAtMs: atMs },
    when: { expression: 'attribute_exists(pk)' },
    otherwise,
  };
}
