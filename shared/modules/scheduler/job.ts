/** A scheduled job and the pure decisions about it. */

import type { ChangeContext } from '../../kernel/audit/record.ts';
import { type RunAs, runAsOf, shownRunAs } from '../../kernel/auth/run-as.ts';
import { canonicalJson } from '../../kernel/base/json.ts';
import { userIdOf } from '../../kernel/base/principal.ts';
import { laterThan, toIso, toIsoOrNull } from '../../kernel/base/times.ts';
import { type Condition, shownCondition } from '../../kernel/conditions/stored-condition.ts';
import type { RequestContext } from '../../kernel/http/operation.ts';
import type { CreateJob, Job, UpdateJob } from './job-fields-contract.ts';

/** The user or key that a job runs as; earlier jobs have no name. */
export type Owner = Omit<RunAs, 'name'> & Partial<Pick<RunAs, 'name'>>;

/** A stored job. */
export interface JobRow
  extends Pick<
    Job,
    | 'id'
    | 'tenantId'
    | 'organizationId'
    | 'scopeType'
    | 'name'
    | 'description'
    | 'scheduleType'
    | 'scheduleValue'
    | 'timezone'
    | 'targetType'
    | 'targetQueue'
    | 'targetCommand'
    | 'targetPayload'
    | 'requireFeature'
    | 'isEnabled'
    | 'sourceType'
    | 'sourceModule'
    | 'createdAt'
    | 'updatedAt'
  > {
  /** Null runs the job at each of its times. */
  condition: Condition | null;
  lastRunAtMs: number | null;
  /** Null if the job is disabled. */
  nextRunAtMs: number | null;
  /** Start of the intervals: when the schedule was set or enabled. */
  anchorMs: number;
  /** Incremented when the job's schedule changes: messages of earlier versions are ignored. */
  scheduleVersion: number;
  /** The principal that last changed the job's condition or target. */
  owner: Owner;
  /** Why its last command was refused; absent if it was not. */
  blockedReason?: string | undefined;
  createdBy: string;
  updatedBy: string;
  /** Incremented with every change by users, not by runs; the `ETag`. */
  revision: number;
}

/** The tenant and organization of a job. */
export type OwnerScope = Pick<JobRow, 'tenantId' | 'organizationId' | 'scopeType'>;

/** An empty text means null. */
const orNull = (text: string | null | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** Whole seconds, the resolution of EventBridge. */
const wholeSecond = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

const noRuns = { lastRunAtMs: null, nextRunAtMs: null };

/** The new job without its next run, not validated. `timezone` is the canonical name of the zone. */
export function newJob(
  id: string,
  scope: OwnerScope,
  input: CreateJob,
  timezone: string,
  { principal, nowMs }: RequestContext,
): JobRow {
  const at = toIso(nowMs);
  return {
    id,
    ...scope,
    name: input.name,
    description: orNull(input.description),
    scheduleType: input.scheduleType,
    scheduleValue: input.scheduleValue,
    timezone,
    targetType: input.targetType,
    targetQueue: orNull(input.targetQueue),
    targetCommand: orNull(input.targetCommand),
    targetPayload: input.targetPayload ?? null,
    requireFeature: orNull(input.requireFeature),
    condition: input.condition ?? null,
    isEnabled: input.isEnabled ?? true,
    sourceType: 'user',
    sourceModule: null,
    ...noRuns,
    anchorMs: wholeSecond(nowMs),
    scheduleVersion: 1,
    owner: runAsOf(principal),
    createdAt: at,
    updatedAt: at,
    createdBy: principal.subject,
    updatedBy: principal.subject,
    revision: 1,
  };
}

const sameTimes = (a: JobRow, b: JobRow): boolean =>
  a.isEnabled === b.isEnabled &&
  a.scheduleType === b.scheduleType &&
  a.scheduleValue === b.scheduleValue &&
  // Intervals have no time zone.
  (a.scheduleType === 'interval' || a.timezone === b.timezone);

/** Whether two states of a job belong to the same organization, tenant or platform. */
export const isSameScope = (a: OwnerScope, b: OwnerScope): boolean =>
  a.scopeType === b.scopeType && a.tenantId === b.tenantId && a.organizationId === b.organizationId;

/** Whether schedule or scope differ. Messages of schedules contain the scope. */
export function firesDifferently(before: JobRow, after: JobRow): boolean {
  return !sameTimes(before, after) || !isSameScope(before, after);
}

const targetFields = ['targetType', 'targetQueue', 'targetCommand', 'targetPayload'] as const;

/** The fields of the target in a change. */
export const givenTarget = (changes: UpdateJob): string[] => {
  const given = givenFields(changes);
  return targetFields.filter((field) => Object.hasOwn(given, field));
};

/** The change without fields of the target that stay the same, as in a job that is sent back as it was read. */
export function withoutSameTarget(before: JobRow, changes: UpdateJob): UpdateJob {
  const isSame = (field: (typeof targetFields)[number]): boolean =>
    canonicalJson(changes[field] ?? null) === canonicalJson(before[field]);
  const same: readonly string[] = targetFields.filter(isSame);
  const changed = Object.entries(changes).filter(([name]) => !same.includes(name));
  return Object.fromEntries(changed) as UpdateJob;
}

/** The fields of a change except the scope; an empty queue or command counts as absent. */
function givenFields({ id, scopeType, tenantId, organizationId, ...changes }: UpdateJob) {
  const isGiven = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && !(value === '' && (name === 'targetQueue' || name === 'targetCommand'));
  return Object.fromEntries(Object.entries(changes).filter(isGiven));
}

/** A new target type clears the previous target, including its payload. */
function clearedTarget(before: JobRow, { targetType }: UpdateJob): Partial<JobRow> {
  return targetType === undefined || targetType === before.targetType
    ? {}
    : { targetQueue: null, targetCommand: null, targetPayload: null };
}

/**
 * The changed job in `scope`, without its next run and not validated. `timezone` is the canonical name of a
 * new zone. The job runs as the caller if condition, target or scope changes, or if the caller `takesOver`.
 */
export function changedJob(
  before: JobRow,
  changes: UpdateJob,
  {
    scope,
    timezone,
    takesOver = false,
  }: { scope: OwnerScope; timezone: string | undefined; takesOver?: boolean },
  { principal, nowMs }: RequestContext,
): JobRow {
  const merged: JobRow = {
    ...before,
    ...clearedTarget(before, changes),
    ...givenFields(changes),
    scopeType: scope.scopeType,
    tenantId: scope.tenantId,
    organizationId: scope.organizationId,
    timezone: timezone ?? before.timezone,
  };
  const isNewCondition = canonicalJson(merged.condition) !== canonicalJson(before.condition);
  const isOwn = takesOver || givenTarget(changes).length > 0 || isNewCondition || !isSameScope(before, scope);
  return {
    ...merged,
    description: orNull(merged.description),
    requireFeature: orNull(merged.requireFeature),
    ...(!sameTimes(before, merged) && { anchorMs: wholeSecond(nowMs) }),
    ...(firesDifferently(before, merged) && { scheduleVersion: before.scheduleVersion + 1 }),
    owner: isOwn ? runAsOf(principal) : before.owner,
    blockedReason: isOwn ? undefined : before.blockedReason,
    // A second change within a millisecond still has a later updatedAt.
    updatedAt: laterThan(before.updatedAt, nowMs),
    updatedBy: principal.subject,
    revision: before.revision + 1,
  };
}

/** The restored job, whose schedule starts again now. */
export function restoredJob(before: JobRow, { principal, nowMs }: ChangeContext): JobRow {
  return {
    ...before,
    anchorMs: wholeSecond(nowMs),
    scheduleVersion: before.scheduleVersion + 1,
    updatedAt: laterThan(before.updatedAt, nowMs),
    updatedBy: principal.subject,
    revision: before.revision + 1,
  };
}

/** The job as it was before the change to `after`, as its next revision. */
export function revertedJob(before: JobRow, after: JobRow, { principal, nowMs }: ChangeContext): JobRow {
  return {
    ...before,
    scheduleVersion: after.scheduleVersion + 1,
    updatedAt: laterThan(after.updatedAt, nowMs),
    updatedBy: principal.subject,
    revision: after.revision + 1,
  };
}

/** The job as the API returns it. */
export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    organizationId: row.organizationId,
    tenantId: row.tenantId,
    scopeType: row.scopeType,
    name: row.name,
    description: row.description,
    scheduleType: row.scheduleType,
    scheduleValue: row.scheduleValue,
    timezone: row.timezone,
    targetType: row.targetType,
    targetQueue: row.targetQueue,
    targetCommand: row.targetCommand,
    targetPayload: row.targetPayload,
    requireFeature: row.requireFeature,
    isEnabled: row.isEnabled,
    lastRunAt: toIsoOrNull(row.lastRunAtMs),
    nextRunAt: toIsoOrNull(row.nextRunAtMs),
    sourceType: row.sourceType,
    sourceModule: row.sourceModule,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    deletedAt: null,
    createdBy: row.createdBy,
    updatedBy: row.updatedBy,
    createdByUserId: userIdOf(row.createdBy),
    updatedByUserId: userIdOf(row.updatedBy),
    runAs: shownRunAs({ name: null, ...row.owner }),
    blockedReason: row.blockedReason ?? null,
    ...shownCondition(row.condition),
  };
}
