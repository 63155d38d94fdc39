/**
 * The only file that knows how schedules of syncs lie in the table: one item for each integration, entity type and
 * direction, which names the scheduled job. All that is set is in the job, so that the two can never say different things.
 */
import { StaleError } from '../../../kernel/errors/errors.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { getItem, queryAll } from '../../../kernel/table/read.ts';
import { notExists, updateItem, type Write } from '../../../kernel/table/write.ts';
import { type SyncSubject, syncScheduleKey, syncSchedulesPartition } from '../keys.ts';

const entity = 'sync_schedule';

/** What is scheduled, and by which job. */
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

/** All of an organization: as many as it has kinds of syncs. One Query. */
export async function listSlots(scope: RowScope): Promise<ScheduleSlot[]> {
  const items = await queryAll({ pk: syncSchedulesPartition(scope), consistent: true });
  return items.map((item) => fromItem<ScheduleSlot>(item, entity));
}

const isJobs = (jobId: string) => ({
  when: { expression: 'jobId = :jobId', values: { ':jobId': jobId } },
  otherwise: () => new StaleError(),
});

/** The write that gives a kind of sync its job; StaleError when it got another one since `before` was read. */
export function takeSlotWrite(slot: ScheduleSlot, before: ScheduleSlot | undefined): Write {
  const put = toItem(syncScheduleKey(slot, slot), entity, slot);
  return before === undefined
    ? { put, when: notExists, otherwise: () => new StaleError() }
    : { put, ...isJobs(before.jobId) };
}

/** The write that takes the job away again; StaleError when it has another by now. */
export function freeSlotWrite(slot: ScheduleSlot): Write {
  return { delete: syncScheduleKey(slot, slot), ...isJobs(slot.jobId) };
}

/** Notes that the job started a run. Other jobs may start runs as well. */
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
