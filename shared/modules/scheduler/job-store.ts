/**
 * The only writer of scheduled jobs: a row, a listing item, its name and, while the job is enabled, an item that finds
 * all enabled jobs (firing-jobs.ts) and, if EventBridge cannot time it, one for the tick (due-jobs.ts). Runs update the last and next run concurrently with changes by users, so
 * both set single attributes and neither overwrites the other.
 */

import { type Change, type ChangeContext, recordChange, rowChanges } from '../../kernel/audit/record.ts';
import { parseJson, toJson } from '../../kernel/base/json.ts';
import { conditionAttribute, toCondition } from '../../kernel/conditions/stored-condition.ts';
import type { AppError } from '../../kernel/errors/app-error.ts';
import { NotFoundError } from '../../kernel/errors/errors.ts';
import { maskChanges } from '../../kernel/secrets/marked.ts';
import { countWrite } from '../../kernel/table/counters.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key } from '../../kernel/table/keys.ts';
import { type ListingItem, readListedRows, toListingItem } from '../../kernel/table/listed-rows.ts';
import { type ListRequest, listPage, pageOf } from '../../kernel/table/listing.ts';
import type { ListingSpec } from '../../kernel/table/listing-spec.ts';
import { nameWrites, type RowName } from '../../kernel/table/names.ts';
import { batchGet, getItem, type Item, queryAll } from '../../kernel/table/read.ts';
import {
  ifRevision,
  notExists,
  orStale,
  revisionIs,
  transact,
  type Write,
} from '../../kernel/table/write.ts';
import { dueWrites } from './due-jobs.ts';
import { type JobScope, startFiring, stopFiring } from './firing-jobs.ts';
import { firesDifferently, isSameScope, type JobRow, type OwnerScope } from './job.ts';
import { leaveLimitWrites, storeWithinLimit } from './job-limit.ts';
import { jobSecrets } from './job-secrets.ts';
import { jobKey, jobListingKey, jobListPartition } from './keys.ts';
import { jobLimits } from './limits.ts';

// The items of a scheduled job: its row and its listing item.

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
    runAs: 'ru',
  },
  searchIn: ['name', 'description'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
} as const satisfies ListingSpec<string>;
export type JobListField = keyof typeof jobListing.attributes;

/** A deleted job is kept for some time. */
export type StoredJob = JobRow & { deletedAtMs?: number };

/**
 * Payloads and conditions are stored as JSON text, because DynamoDB documents have at most 32 levels and
 * smaller numbers than JSON.
 */
function rowValues({ revision, condition, blockedReason, ...row }: JobRow): Item {
  const block = blockedReason !== undefined && { blockedReason };
  return { ...row, ...block, ...conditionAttribute(condition), targetPayload: toJson(row.targetPayload) };
}

function toRow(item: Item): StoredJob {
  const { conditionText, ...row } = fromItem<StoredJob & { conditionText?: string }>(item, entity);
  return {
    ...row,
    condition: toCondition({ conditionText }),
    targetPayload: parseJson(String(row.targetPayload)),
  };
}

function listingItem(job: JobRow): Key & Item {
  const { id, createdAt, nextRunAtMs } = job;
  const createdAtMs = Date.parse(createdAt);
  const fields = { ...job, createdAt: createdAtMs, nextRunAt: nextRunAtMs, runAs: job.owner.subject };
  const bytes = Buffer.byteLength(toJson(rowValues(job)));
  const row = { id, bytes, fields, revision: job.revision };
  return toListingItem(jobListing, jobListingKey(job, createdAtMs, id), row);
}

/** Updates the listing item; its next run stays unless the change concerns it. */
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

function nameOf(job: JobRow): RowName {
  return { list: jobListPartition(job), id: job.id, name: job.name, detail: job.targetCommand };
}

/** The whole row. */
const rowItem = (job: JobRow): Key & Item =>
  toItem(jobKey(job, job.id), entity, rowValues(job), { revision: job.revision });

/** The listing item's key. */
const listingKeyOf = (job: JobRow): Key => jobListingKey(job, Date.parse(job.createdAt), job.id);

type JobHome = Pick<OwnerScope, 'tenantId' | 'organizationId'>;

/** The job, deleted or not. */
async function findStored(scope: JobScope, id: string): Promise<StoredJob | undefined> {
  const item = await getItem(jobKey(scope, id));
  return item && toRow(item);
}

/** The live job of the tenant, or of the platform if null. One request. */
export async function findJob(scope: JobScope, id: string): Promise<JobRow | undefined> {
  const job = await findStored(scope, id);
  return job?.deletedAtMs === undefined ? job : undefined;
}

/** The deleted job, while it can be restored. One request. */
export async function findDeletedJob(
  scope: JobScope,
  id: string,
  nowMs: number,
): Promise<JobRow | undefined> {
  const { deletedAtMs, ...job } = (await findStored(scope, id)) ?? {};
  const isInTime = deletedAtMs !== undefined && nowMs < deletedAtMs + jobLimits.undoDays * 86_400_000;
  return isInTime ? (job as JobRow) : undefined;
}

/** Live jobs in no particular order; missing ones are left out. One request per 100. */
export async function findJobs(ids: readonly { scope: JobScope; id: string }[]): Promise<JobRow[]> {
  const items = await batchGet(ids.map(({ scope, id }) => jobKey(scope, id)));
  return items.map(liveJobIn).filter((job) => job !== undefined);
}

/** The fields of a live job in its listing item. */
export interface ListedJob {
  id: string;
  createdAtMs: number;
  isEnabled: boolean;
  listing: ListingItem;
}

/**
 * The newest live jobs of an organization, tenant or the platform, at most `limit`, strongly consistent. One
 * Query.
 */
export async function newestJobs(home: JobHome, limit: number): Promise<ListedJob[]> {
  const items = await queryAll({ pk: jobListPartition(home), limit, consistent: true });
  const { createdAt, isEnabled } = jobListing.attributes;
  return (items as ListingItem[]).map((listing) => ({
    id: listing.id,
    createdAtMs: Number(listing[createdAt]),
    isEnabled: listing[isEnabled] === true,
    listing,
  }));
}

/**
 * The rows of a tenant's listed jobs, none older than its listing item. One request per 100, and one for
 * outdated rows.
 */
export async function readListedJobs(scope: JobScope, listed: readonly ListedJob[]): Promise<JobRow[]> {
  const listings = listed.map(({ listing }) => listing);
  const rows = await readListedRows(listings, ({ id }) => jobKey(scope, id), {});
  return rows.map(liveJobIn).filter((job) => job !== undefined);
}

/** The live job in an item; undefined if it is deleted. */
export function liveJobIn(item: Item | undefined): JobRow | undefined {
  const job = item && toRow(item);
  return job?.deletedAtMs === undefined ? job : undefined;
}

/** The job in an item, if it was deleted. */
export function deletedJobIn(item: Item | undefined): JobRow | undefined {
  const job = item && toRow(item);
  return job?.deletedAtMs === undefined ? undefined : job;
}

/** One page of live jobs in these scopes, with the number of matches. */
export async function listJobs(
  homes: readonly JobHome[],
  request: ListRequest<JobListField>,
): Promise<{ jobs: JobRow[]; total: number }> {
  const tenantAt = new Map(homes.map((home) => [jobListPartition(home), home.tenantId]));
  const { rows, total } = await listPage(
    jobListing,
    [...tenantAt.keys()],
    ({ id, partition }) => jobKey({ tenantId: tenantAt.get(partition) ?? null }, id),
    request,
  );
  return { jobs: rows.map(toRow).filter(({ deletedAtMs }) => deletedAtMs === undefined), total };
}

/**
 * One page of live jobs selected by ids in these scopes, read by key and strongly consistent. One
 * BatchGetItem.
 */
export async function listJobsByIds(
  homes: readonly JobHome[],
  ids: readonly string[],
  request: ListRequest<JobListField>,
): Promise<{ jobs: JobRow[]; total: number }> {
  const isShown = new Set(homes.map(jobListPartition));
  const tenants = [...new Set(homes.map(({ tenantId }) => tenantId))];
  const found = await findJobs(tenants.flatMap((tenantId) => ids.map((id) => ({ scope: { tenantId }, id }))));
  const shown = found.filter((job) => isShown.has(jobListPartition(job)));
  const { rows, total } = pageOf(jobListing, shown, listingItem, request);
  return { jobs: rows, total };
}

function changeOf(action: string, before: JobRow | undefined, after: JobRow): Change {
  const { tenantId, organizationId, id, name, scopeType, scheduleType, scheduleValue, timezone, isEnabled } =
    after;
  const hidden = ['revision', 'lastRunAtMs', 'nextRunAtMs', 'anchorMs', 'scheduleVersion', 'blockedReason'];
  return {
    tenantId,
    organizationId,
    resource: 'scheduler.job',
    resourceId: id,
    action,
    version: after.revision,
    data: { name, scopeType, scheduleType, scheduleValue, timezone, isEnabled },
    changes: maskChanges(jobSecrets, rowChanges(action, before, after, hidden)),
  };
}

const countBy = (job: JobRow, by: 1 | -1): Write => countWrite(jobListPartition(job), job.id, by);

/** The writes of a new job. */
export function insertWrites(job: JobRow, context: ChangeContext): Write[] {
  return [
    { put: rowItem(job), when: notExists },
    { put: listingItem(job) },
    ...nameWrites(undefined, nameOf(job)),
    ...(job.isEnabled ? [startFiring(job)] : []),
    ...dueWrites(job),
    countBy(job, 1),
    ...recordChange(changeOf('created', undefined, job), context),
  ];
}

/** `moduleWrites` are the writes of the module that owns the job. Throws LimitReachedError. */
export async function insertJob(
  job: JobRow,
  context: ChangeContext,
  moduleWrites: readonly Write[] = [],
): Promise<void> {
  await storeWithinLimit(job, [...insertWrites(job, context), ...moduleWrites]);
}

const atRevision = ({ revision }: JobRow) => ifRevision(revision);

/** Updates the fields that users change, and the next run if the schedule has changed. */
function changeRow(before: JobRow, after: JobRow): Write {
  const { lastRunAtMs, nextRunAtMs, ...values } = rowValues(after);
  const starts = firesDifferently(before, after);
  return {
    set: jobKey(after, after.id),
    values: { ...values, ...(starts && { nextRunAtMs }), rev: after.revision },
    remove: [
      ...(before.condition !== null && after.condition === null ? ['conditionText'] : []),
      ...(after.blockedReason === undefined ? ['blockedReason'] : []),
    ],
    ...atRevision(before),
  };
}

/**
 * Moves the row to another tenant. The time of the last run is part of the condition, so that no run that
 * ends meanwhile is lost.
 */
function moveRow(before: JobRow, after: JobRow): Write[] {
  const { expression, values } = revisionIs(before.revision);
  const asRead = {
    expression: `${expression} AND lastRunAtMs = :lastRunAtMs`,
    values: { ...values, ':lastRunAtMs': before.lastRunAtMs },
  };
  return [
    { delete: jobKey(before, before.id), ...orStale(asRead) },
    { put: rowItem(after), when: notExists },
  ];
}

/** The writes that move a job between organizations, tenants and the platform, with its schedule. */
function moveWrites(before: JobRow, after: JobRow, context: ChangeContext): Write[] {
  const staysInTenant = before.tenantId === after.tenantId;
  return [
    ...(staysInTenant ? [changeRow(before, after)] : moveRow(before, after)),
    { delete: listingKeyOf(before) },
    { put: listingItem(after) },
    ...nameWrites(nameOf(before), nameOf(after)),
    countBy(before, -1),
    countBy(after, 1),
    ...(before.isEnabled && !(staysInTenant && after.isEnabled) ? [stopFiring(before)] : []),
    ...(after.isEnabled && !(staysInTenant && before.isEnabled) ? [startFiring(after)] : []),
    ...dueWrites(after),
    ...recordChange(changeOf('updated', before, after), context),
    // The job's former tenant gets an audit entry, too.
    ...(staysInTenant
      ? []
      : [
          ...leaveLimitWrites(before),
          ...recordChange({ ...changeOf('updated', before, after), ...homeOf(before) }, context),
        ]),
  ];
}

const homeOf = ({ tenantId, organizationId }: JobRow) => ({ tenantId, organizationId });

/** Moves the job read as `before`. Throws StaleError and LimitReachedError. */
async function moveJob(before: JobRow, after: JobRow, context: ChangeContext): Promise<void> {
  const writes = moveWrites(before, after, context);
  await (before.tenantId === after.tenantId ? transact(writes) : storeWithinLimit(after, writes));
}

/** Replaces the job read as `before`. Throws StaleError if the job has changed since, and LimitReachedError. */
export async function replaceJob(before: JobRow, after: JobRow, context: ChangeContext): Promise<void> {
  if (!isSameScope(before, after)) return moveJob(before, after, context);
  await transact([
    changeRow(before, after),
    listingUpdate(before, after),
    ...nameWrites(nameOf(before), nameOf(after)),
    ...(before.isEnabled === after.isEnabled
      ? []
      : [after.isEnabled ? startFiring(after) : stopFiring(after)]),
    ...(firesDifferently(before, after) ? dueWrites(after) : []),
    ...recordChange(changeOf('updated', before, after), context),
  ]);
}

/**
 * Marks the job as deleted; `moduleWrites` are the writes of the module that owns it. Throws StaleError if the job
 * has changed since.
 */
export async function removeJob(
  before: JobRow,
  context: ChangeContext,
  moduleWrites: readonly Write[] = [],
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
    { delete: listingKeyOf(before) },
    ...nameWrites(nameOf(before), undefined),
    countBy(before, -1),
    ...leaveLimitWrites(before),
    stopFiring(before),
    ...recordChange(changeOf('deleted', before, deleted), context),
    ...moduleWrites,
  ]);
  return deleted;
}

/**
 * Restores the job that was deleted as `before`; `moduleWrites` are the writes of the module that owns it. Throws
 * NotFoundError if it was restored meanwhile, and LimitReachedError.
 */
export async function restoreJob(
  before: JobRow,
  after: JobRow,
  context: ChangeContext,
  moduleWrites: readonly Write[] = [],
): Promise<void> {
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
    ...nameWrites(undefined, nameOf(after)),
    countBy(after, 1),
    ...(after.isEnabled ? [startFiring(after)] : []),
    ...dueWrites(after),
    ...recordChange(changeOf('restored', undefined, after), context),
    ...moduleWrites,
  ]);
}

/** The writes that advance a job's next run, unless its schedule has changed or its next run is already later. */
export function advanceWrites(job: JobRow, nextRunAtMs: number, otherwise: () => AppError): Write[] {
  const expression =
    'scheduleVersion = :version AND nextRunAtMs <= :next AND attribute_not_exists(deletedAtMs)';
  const values = { ':version': job.scheduleVersion, ':next': nextRunAtMs };
  return [
    { set: jobKey(job, job.id), values: { nextRunAtMs }, when: { expression, values }, otherwise },
    { set: listingKeyOf(job), values: { [jobListing.attributes.nextRunAt]: nextRunAtMs } },
  ];
}
