/** The schedules of a tenant, identified by the messages that they send. */

import { chunksOf, forEachParallel } from '../../shared/kernel/base/parallel.ts';
import {
  deleteSchedule,
  getSchedule,
  listSchedules,
  type ScheduleState,
} from '../../shared/kernel/schedules/schedules.ts';

/** EventBridge Scheduler allows more per second, but functions need a part of its quota. */
const parallelReads = 8;
const namesAtATime = 100;

function tenantOf(message: string): unknown {
  try {
    return (JSON.parse(message) as { tenantId?: unknown } | null)?.tenantId;
  } catch {
    return undefined;
  }
}

/** Schedule names do not contain the tenant, so that every schedule is read: one request each. */
export async function schedulesOf(
  tenantId: string,
  onRead: (count: number) => void = () => undefined,
): Promise<ScheduleState[]> {
  const names: string[] = [];
  for await (const { name } of listSchedules()) names.push(name);
  const found: ScheduleState[] = [];
  for (const chunk of chunksOf(names, namesAtATime)) {
    await forEachParallel(chunk, parallelReads, async (name) => {
      const schedule = await getSchedule(name);
      if (schedule !== undefined && tenantOf(schedule.message) === tenantId) found.push(schedule);
    });
    onRead(chunk.length);
  }
  return found;
}

/** Deletes them. Returns their number. */
export async function eraseSchedulesOf(
  tenantId: string,
  onRead: (count: number) => void = () => undefined,
): Promise<number> {
  const found = await schedulesOf(tenantId, onRead);
  await forEachParallel(found, parallelReads, ({ name }) => deleteSchedule(name));
  return found.length;
}
