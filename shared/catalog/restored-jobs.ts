/** What a module writes when one of its scheduled jobs is restored. */
import type { Write } from '../kernel/table/write.ts';
import { restoreSlotWrite } from '../modules/sync/public.ts';

type RestoredJob = Parameters<typeof restoreSlotWrite>[0] & { sourceModule: string | null };

/**
 * The writes of the module that created the job; none for a job of a user. They throw StaleError if another live
 * job has taken the place of this one. `isLive` says whether the tenant has a live job with an id.
 */
export async function restoringWrites(
  job: RestoredJob,
  isLive: (jobId: string) => Promise<boolean>,
): Promise<Write[]> {
  return job.sourceModule === 'data_sync' ? [await restoreSlotWrite(job, isLive)] : [];
}
