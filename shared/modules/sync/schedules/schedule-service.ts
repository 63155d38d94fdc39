/** Reads, lists, saves and deletes schedules of syncs. Each schedule is a scheduled job of this module. */

import { containing } from '../../../kernel/base/compared.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { toIsoOrNull } from '../../../kernel/base/times.ts';
import { NotFoundError, requireFound } from '../../../kernel/errors/errors.ts';
import type { Actor, Precondition, Reader, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { type Reply, withRevision } from '../../../kernel/http/reply.ts';
import { toList } from '../../../kernel/lists/list.ts';
import { visibleScopes } from '../../../kernel/table/organizations.ts';
import * as jobs from '../../scheduler/public.ts';
import {
  findJob,
  findJobs,
  type JobRow,
  type ListedJob,
  newestJobs,
  readListedJobs,
} from '../../scheduler/public.ts';
import { type AdapterOfIntegration, assertMayBeScheduled, assertSupported } from '../adapter.ts';
import { commands } from '../commands.ts';
import { SyncAdapterMissingError } from '../errors.ts';
import type { SyncSubject } from '../keys.ts';
import type { ListSchedules, SaveSchedule, SyncSchedule, UpdateSchedule } from './schedule-contract.ts';
import { findSlot, freeSlotWrite, listSlots, type ScheduleSlot, takeSlotWrite } from './schedule-store.ts';

const sourceModule = 'data_sync';
const command = 'data_sync.run';
const loadCommands = async () => commands;

/** A stored schedule; its revision is that of its job. */
interface StoredSchedule {
  slot: ScheduleSlot;
  job: JobRow;
  revision: number;
}

const stored = (slot: ScheduleSlot, job: JobRow): StoredSchedule => ({ slot, job, revision: job.revision });

function toSchedule({ slot, job }: StoredSchedule): SyncSchedule {
  const { integrationId, entityType, direction, lastRunAtMs } = slot;
  const { id, scheduleType, scheduleValue, timezone, isEnabled, nextRunAtMs, createdAt, updatedAt } = job;
  return {
    id,
    integrationId,
    entityType,
    direction: direction as SyncSchedule['direction'],
    ...{ scheduleType, scheduleValue, timezone },
    fullSync: job.targetPayload?.fullSync === true,
    isEnabled,
    scheduledJobId: id,
    lastRunAt: toIsoOrNull(lastRunAtMs),
    nextRunAt: toIsoOrNull(nextRunAtMs),
    ...{ createdAt, updatedAt },
  };
}

/** The response with a schedule. */
const scheduleReply = (schedule: StoredSchedule): Reply<SyncSchedule> =>
  withRevision(toSchedule(schedule), schedule.revision);

const payloadOf = ({ integrationId, entityType, direction }: SyncSubject, fullSync: boolean) => ({
  integrationId,
  entityType,
  direction,
  fullSync,
});

/** The schedule in a visible organization. Throws NotFoundError. Two requests. */
async function visibleSchedule(scope: Scope, id: string): Promise<StoredSchedule> {
  const { tenantId, organizationIds } = scope;
  const job = await findJob({ tenantId }, id);
  const { organizationId = null, targetPayload = null } = job ?? {};
  const isOurs = job?.sourceModule === sourceModule && targetPayload !== null;
  if (isOurs && organizationId !== null && organizationIds.includes(organizationId)) {
    const slot = await findSlot({ tenantId, organizationId }, targetPayload as unknown as SyncSubject);
    if (slot?.jobId === id) return stored(slot, job);
  }
  throw new NotFoundError('Schedule');
}

/** The schedule. Throws NotFoundError. */
export async function getSyncSchedule({ scope }: Reader, { id }: { id: string }) {
  return scheduleReply(await visibleSchedule(scope, id));
}

/** The fields of a schedule in the listing item of its job; with the row if the job was read. */
interface ListedSchedule {
  slot: ScheduleSlot;
  createdAtMs: number;
  isEnabled: boolean;
  listed?: ListedJob;
  job?: JobRow;
}

/** Up to this number of listing items per schedule are cheaper than its row. */
const listingsPerSchedule = 4;

/**
 * The schedules whose jobs exist, strongly consistent. Most jobs are among the newest of their organization,
 * whose listing items one Query reads; the others are read by key.
 */
async function listedSchedules(scope: Scope, slots: readonly ScheduleSlot[]): Promise<ListedSchedule[]> {
  const limit = listingsPerSchedule * slots.length;
  const scopes = visibleScopes(scope).filter(({ organizationId }) =>
    slots.some((slot) => slot.organizationId === organizationId),
  );
  const newest = (await allOf(scopes.map((home) => newestJobs(home, limit)))).flat();
  const listedOf = new Map(newest.map((listed) => [listed.id, listed]));
  const others = slots.filter(({ jobId }) => !listedOf.has(jobId));
  const read = await findJobs(others.map(({ jobId }) => ({ scope, id: jobId })));
  const jobOf = new Map(read.map((job) => [job.id, job]));
  return slots.flatMap((slot): ListedSchedule[] => {
    const [listed, job] = [listedOf.get(slot.jobId), jobOf.get(slot.jobId)];
    if (listed !== undefined) return [{ slot, ...listed, listed }];
    if (job === undefined) return [];
    return [{ slot, createdAtMs: Date.parse(job.createdAt), isEnabled: job.isEnabled, job }];
  });
}

/** The schedules as the API returns them, in the same order. One request per 100. */
async function shownSchedules(scope: Scope, schedules: readonly ListedSchedule[]): Promise<SyncSchedule[]> {
  const listed = schedules.flatMap((schedule) => schedule.listed ?? []);
  const jobOf = new Map((await readListedJobs(scope, listed)).map((job) => [job.id, job]));
  return schedules.flatMap(({ slot, job = jobOf.get(slot.jobId) }) =>
    job === undefined ? [] : [toSchedule(stored(slot, job))],
  );
}

/**
 * One page of schedules, the latest first. Two Queries for each organization, and a request for the jobs of
 * the page.
 */
export async function listSyncSchedules({ scope }: Reader, query: ListSchedules) {
  const { id, integrationId, entityType, direction, isEnabled, search } = query;
  const slots = (await allOf(visibleScopes(scope).map(listSlots))).flat();
  const matching = slots.filter(
    (slot) =>
      (id === undefined || slot.jobId === id) &&
      (integrationId === undefined || slot.integrationId === integrationId) &&
      (entityType === undefined || slot.entityType === entityType) &&
      (direction === undefined || slot.direction === direction),
  );
  const schedules = (await listedSchedules(scope, matching))
    .filter((schedule) => isEnabled === undefined || schedule.isEnabled === isEnabled)
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.slot.jobId < b.slot.jobId ? -1 : 1));
  const start = (query.page - 1) * query.pageSize;
  const end = start + query.pageSize;
  if (search === undefined) {
    const items = await shownSchedules(scope, schedules.slice(start, end));
    return toList(query, { items, total: schedules.length });
  }
  const isFound = containing(search);
  const found = (await shownSchedules(scope, schedules)).filter((schedule) =>
    [schedule.integrationId, schedule.entityType, schedule.scheduleValue].some(isFound),
  );
  return toList(query, { items: found.slice(start, end), total: found.length });
}

async function create(
  caller: Actor,
  input: SaveSchedule,
  before: ScheduleSlot | undefined,
): Promise<StoredSchedule> {
  const { tenantId, organizationId } = caller.scope;
  const { integrationId, entityType, direction, fullSync, ...times } = input;
  const slotOf = ({ id }: JobRow): ScheduleSlot => ({
    ...{ tenantId, organizationId, integrationId, entityType, direction },
    jobId: id,
    lastRunAtMs: null,
  });
  const job = await jobs.addJob(
    caller,
    {
      name: truncate(`Data sync ${integrationId} - ${entityType} (${direction})`, 255),
      scopeType: 'organization',
      ...times,
      targetType: 'command',
      targetCommand: command,
      targetPayload: payloadOf(input, fullSync),
    },
    loadCommands,
    { name: sourceModule, moduleWrites: (made) => [takeSlotWrite(slotOf(made), before)] },
  );
  return stored(slotOf(job), job);
}

/** Changes the job. Throws StaleError if it has changed since it was read. */
async function change(
  caller: Actor,
  { slot, job }: StoredSchedule,
  { fullSync, ...times }: UpdateSchedule,
): Promise<StoredSchedule> {
  const targetPayload = fullSync === undefined ? undefined : payloadOf(slot, fullSync);
  const ifMatch = `"${job.revision}"`;
  const changes = { ...times, id: job.id, ifMatch, ...(targetPayload && { targetPayload }) };
  return stored(slot, await jobs.changeJob(caller, changes, loadCommands, { name: sourceModule }));
}

/**
 * Creates or replaces the schedule of a kind of sync. Throws NotFoundError, SyncAdapterMissingError,
 * InvalidInputError, ScheduleValueError, RightsExceededError, StaleError, UnavailableError and
 * UnfinishedError.
 */
export const saveSyncSchedule =
  (loadAdapterOf: () => Promise<AdapterOfIntegration>) =>
  async (caller: Actor, { ifMatch, ...input }: SaveSchedule & Precondition) => {
    const adapterOf = await loadAdapterOf();
    const { scope } = caller;
    const adapter = requireFound(adapterOf(input.integrationId), 'Integration');
    if (adapter === null) throw new SyncAdapterMissingError();
    assertSupported(adapter, input);
    assertMayBeScheduled(adapter);
    const read = async () => {
      const slot = await findSlot(scope, input);
      const job = slot && (await findJob(scope, slot.jobId));
      return { slot, job, revision: job?.revision ?? 0 };
    };
    const schedule = await updateWithRetry(read, ifMatch, ({ slot, job }) => {
      if (slot === undefined || job === undefined) return create(caller, input, slot);
      const { integrationId, entityType, direction, ...changes } = input;
      return change(caller, stored(slot, job), changes);
    });
    return scheduleReply(schedule);
  };

/** Throws NotFoundError and what `saveSyncSchedule` throws for the fields. */
export async function updateSyncSchedule(
  caller: Actor,
  { id, ifMatch, ...changes }: UpdateSchedule & Target,
) {
  const read = () => visibleSchedule(caller.scope, id);
  return scheduleReply(await updateWithRetry(read, ifMatch, (schedule) => change(caller, schedule, changes)));
}

/** Throws NotFoundError, StaleError. */
export async function deleteSyncSchedule(caller: Actor, { id, ifMatch }: Target) {
  const read = () => visibleSchedule(caller.scope, id);
  await updateWithRetry(read, ifMatch, ({ slot, revision }) => {
    const moduleWrites = () => [freeSlotWrite(slot)];
    return jobs.dropJob(caller, { id, ifMatch: `"${revision}"` }, { name: sourceModule, moduleWrites });
  });
  return { deleted: true as const };
}
