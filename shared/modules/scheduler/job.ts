/** A scheduled job and the pure decisions about it. */

import type { ChangeContext } from '../../kernel/audit/record.ts';
import { type Principal, userIdOf } from '../../kernel/auth/principal.ts';
import { type Condition, shownCondition } from '../../kernel/conditions/stored-condition.ts';
import { laterThan, toIso, toIsoOrNull } from '../../kernel/text/times.ts';
import type { CreateJob, Job, UpdateJob } from './job-fields-contract.ts';

/** In whose name a job's command runs. */
export interface Owner {
  subject: string;
  /** Where that key or user lives; null for nowhere. */
  tenantId: string | null;
}

/** A job as stored. */
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
  /** Null while the job is not enabled. */
  nextRunAtMs: number | null;
  /** What intervals are counted from: when the schedule was set or switched on. */
  anchorMs: number;
  /** Grows whenever the job begins to fire at other times: what was sent for those before is ignored. */
  scheduleVersion: number;
  /** Who gave the job its target. */
  owner: Owner;
  createdBy: string;
  updatedBy: string;
  /** Grows with every change by people; the `ETag`. Firing is no change. */
  revision: number;
}

/** Where a job belongs. */
export type OwnerScope = Pick<JobRow, 'tenantId' | 'organizationId' | 'scopeType'>;

/** An empty text is as good as none. */
const orNull = (text: string | null | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** Whole seconds: EventBridge knows nothing smaller. */
const wholeSecond = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

const ownerOf = ({ subject, tenantId }: Principal): Owner => ({ subject, tenantId });

const noRuns = { lastRunAtMs: null, nextRunAtMs: null };

/** The new job, valid or not, without its next run. `timezone` is the zone's proper name. */
export function newJob(
  id: string,
  place: OwnerScope,
  input: CreateJob,
  timezone: string,
  { principal, nowMs }: ChangeContext & { principal: Principal },
): JobRow {
  const at = toIso(nowMs);
  return {
    id,
    ...place,
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
    owner: ownerOf(principal),
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
  a.timezone === b.timezone;

/** Whether two states of a job belong to the same organization, tenant or platform. */
export const isSameScope = (a: OwnerScope, b: OwnerScope): boolean =>
  a.scopeType === b.scopeType && a.tenantId === b.tenantId && a.organizationId === b.organizationId;

/** Does the second job fire at other times than the first, or in another place? Messages of schedules name the place. */
export function firesDifferently(before: JobRow, after: JobRow): boolean {
  return !sameTimes(before, after) || !isSameScope(before, after);
}

const targetFields = ['targetType', 'targetQueue', 'targetCommand', 'targetPayload'] as const;

/** The fields of the target that a change gives. */
export const givenTarget = (changes: UpdateJob): string[] => {
  const given = givenFields(changes);
  return targetFields.filter((field) => Object.hasOwn(given, field));
};

/** The fields that a change gives, its place aside: an empty queue or command counts as absent. */
function givenFields({ id, scopeType, tenantId, organizationId, ...changes }: UpdateJob) {
  const isGiven = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && !(value === '' && (name === 'targetQueue' || name === 'targetCommand'));
  return Object.fromEntries(Object.entries(changes).filter(isGiven));
}

/** Another target type clears the target before, payload included; the new one must come with the change. */
function clearedTarget(before: JobRow, { targetType }: UpdateJob): Partial<JobRow> {
  return targetType === undefined || targetType === before.targetType
    ? {}
    : { targetQueue: null, targetCommand: null, targetPayload: null };
}

/**
 * The job in `place` with the given fields changed and every other as it was, valid or not, its next run aside.
 * `timezone` is the zone's proper name, where one was given. The caller becomes the owner with another target or place.
 */
export function changedJob(
  before: JobRow,
  changes: UpdateJob,
  { place, timezone }: { place: OwnerScope; timezone: string | undefined },
  { principal, nowMs }: ChangeContext & { principal: Principal },
): JobRow {
  const merged: JobRow = {
    ...before,
    ...clearedTarget(before, changes),
    ...givenFields(changes),
    scopeType: place.scopeType,
    tenantId: place.tenantId,
    organizationId: place.organizationId,
    timezone: timezone ?? before.timezone,
  };
  const isOwn = givenTarget(changes).length > 0 || !isSameScope(before, place);
  return {
    ...merged,
    description: orNull(merged.description),
    requireFeature: orNull(merged.requireFeature),
    ...(!sameTimes(before, merged) && { anchorMs: wholeSecond(nowMs) }),
    ...(firesDifferently(before, merged) && { scheduleVersion: before.scheduleVersion + 1 }),
    owner: isOwn ? ownerOf(principal) : before.owner,
    // Two changes within a millisecond still show a new updatedAt.
    updatedAt: laterThan(before.updatedAt, nowMs),
    updatedBy: principal.subject,
    revision: before.revision + 1,
  };
}

/** The job brought back: as it was, but firing anew from now on. */
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

/** The job as the API shows it. */
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
    ...shownCondition(row.condition),
  };
}
