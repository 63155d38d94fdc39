/**
 * Stores the schedules of syncs: one item for each integration, entity type and direction, which names the
 * scheduled job. All settings are in the job, so that the two cannot differ; hence schedules are not declared resources.
 */
import { StaleError } from '../../../kernel/errors/errors.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { getItem, queryAll } from '../../../kernel/table/read.ts';
import { ifRevision, orStale, updateItem, type Write } from '../../../kernel/table/write.ts';
import { type SyncSubject, syncScheduleKey, syncSchedulesPartition } from '../keys.ts';

const entity = 'sync_schedule';

/** A kind of sync with its job. */
export interface ScheduleSlot extends RowScope, SyncSubject {
  jobId: string;
  /** When the job last started a run; null before the first. */
  lastRunAtMs: number | null;
}

/** One request. */
export async function findSlot(scope: RowScope, subject: SyncSubject): Promise<ScheduleSlot | undefined> {
  const item = await getItem(syncScheduleKey(scope, subject));
  return item && fromItem<ScheduleSlot>(item, entity);
}

/** All slots of an organization, one for each kind of sync. One Query. */
export async function listSlots(scope: RowScope): Promise<ScheduleSlot[]> {
  const items = await queryAll({ pk: syncSchedulesPartition(scope), consistent: true });
  return items.map((item) => fromItem<ScheduleSlot>(item, entity));
}

const isJobs = (jobId: string) => orStale({ expression: 'jobId = :jobId', values: { ':jobId': jobId } });

/**
 * The write that assigns a job to a kind of sync. Throws StaleError if another job was assigned since
 * `before` was read.
 */
export function takeSlotWrite(slot: ScheduleSlot, before: ScheduleSlot | undefined): Write {
  const put = toItem(syncScheduleKey(slot, slot), entity, slot);
  return { put, ...(before === undefined ? ifRevision() : isJobs(before.jobId)) };
}

/** The write that removes the job. Throws StaleError if another job is assigned. */
export function freeSlotWrite(slot: ScheduleSlot): Write {
  return { delete: syncScheduleKey(slot, slot), ...isJobs(slot.jobId) };
}

/** A scheduled job of this module. */
type ScheduleJob = Pick<ScheduleSlot, 'lastRunAtMs'> & {
  id: string;
  tenantId: string | null;
  organizationId: string | null;
  targetPayload: Readonly<Record<string, unknown>> | null;
};

/**
 * The write that assigns a restored job to its kind of sync again. Throws StaleError if another live job is
 * assigned. One request, two if another job is assigned.
 */
export async function restoreSlotWrite(
  { id: jobId, tenantId, organizationId, targetPayload, lastRunAtMs }: ScheduleJob,
  isLive: (jobId: string) => Promise<boolean>,
): Promise<Write> {
  if (tenantId === null || organizationId === null) throw new Error('A sync schedule has an organization.');
  const { integrationId, entityType, direction } = targetPayload as unknown as SyncSubject;
  const slot = { tenantId, organizationId, integrationId, entityType, direction, jobId, lastRunAtMs };
  const before = await findSlot(slot, slot);
  if (before?.jobId === jobId) return takeSlotWrite(before, before);
  if (before !== undefined && (await isLive(before.jobId))) throw new StaleError();
  return takeSlotWrite(slot, before);
}

/** Records that the job started a run. Other jobs may also start runs. */
export async function stampRun(
  scope: RowScope,
  subject: SyncSubject,
  jobId: string,
  nowMs: number,
): Promise<void> {
  try {
    await updateItem({
      Key: syncScheduleKey(scope, subject),
      UpdateExpression: 'SET lastRunAtMs = :now',
      ConditionExpression: 'jobId = :jobId',
      ExpressionAttributeValues: { ':now': nowMs, ':jobId': jobId },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}
