/**
 * The items by which the tick finds the jobs that EventBridge cannot time, ordered by the next firing that is not
 * planned. An item only makes the tick look at its job: superfluous ones change nothing, and are removed when they are
 * due.
 */
import { StaleError } from '../../kernel/errors/errors.ts';
import type { Key } from '../../kernel/table/keys.ts';
import { batchGet, type Item, queryPages } from '../../kernel/table/read.ts';
import { orStale, transact, type Write } from '../../kernel/table/write.ts';
import type { JobScope } from './firing-jobs.ts';
import type { JobRow } from './job.ts';
import { jobDueKey, jobDuePartition, jobDueRange, jobKey } from './keys.ts';
import { isTicked } from './timing/schedule.ts';

/** A job that is due, as the tick finds it. */
export interface DueJob {
  id: string;
  tenantId: string | null;
  organizationId: string | null;
  dueAtMs: number;
}

const dueWrite = ({ id, tenantId, organizationId, scheduleVersion }: JobRow, dueAtMs: number): Write => ({
  put: { ...jobDueKey({ tenantId }, id, dueAtMs), id, tenantId, organizationId, dueAtMs, scheduleVersion },
});

/** Writes the item of a job that begins to fire at other times; none if EventBridge fires it. */
export const dueWrites = (job: JobRow): Write[] =>
  job.isEnabled && job.nextRunAtMs !== null && isTicked(job) ? [dueWrite(job, job.nextRunAtMs)] : [];

/** The jobs of a shard that are due before a time, the earliest first, a page at a time; strongly consistent. */
export async function* dueJobs(shard: number, beforeMs: number, pageItems: number): AsyncGenerator<DueJob[]> {
  const skRange = jobDueRange(beforeMs);
  for await (const items of queryPages({ pk: jobDuePartition(shard), skRange, pageItems, consistent: true }))
    yield items.map(({ id, tenantId, organizationId, dueAtMs }) => ({
      id: String(id),
      tenantId: textOrNull(tenantId),
      organizationId: textOrNull(organizationId),
      dueAtMs: Number(dueAtMs),
    }));
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The item at a time, if there is one, and the item of its job; `liveJobIn` reads it. One request. */
export async function findDueJob(
  scope: JobScope,
  id: string,
  dueAtMs: number,
): Promise<{ due: (Key & Item) | undefined; jobItem: Item | undefined }> {
  const [dueKey, key] = [jobDueKey(scope, id, dueAtMs), jobKey(scope, id)];
  const found = await batchGet([dueKey, key]);
  const due = found.find(({ pk }) => pk === dueKey.pk);
  return { due: due && { ...due, ...dueKey }, jobItem: found.find(({ pk }) => pk === key.pk) };
}

/**
 * Replaces the item by one of the job's next time; without a job it is removed. If the job was changed meanwhile, the
 * change has written an item of its own, and this one stays for the next tick.
 */
export async function moveDue(due: Key & Item, next?: { job: JobRow; atMs: number }): Promise<void> {
  const removal: Write = {
    delete: { pk: due.pk, sk: due.sk },
    ...orStale({ expression: 'scheduleVersion = :version', values: { ':version': due.scheduleVersion } }),
  };
  try {
    await transact([removal, ...(next === undefined ? [] : [dueWrite(next.job, next.atMs)])]);
  } catch (error) {
    if (!(error instanceof StaleError)) throw error;
  }
}
