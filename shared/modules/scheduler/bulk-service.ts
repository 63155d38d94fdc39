/** Changes and deletes several scheduled jobs. */
import { changeEach } from '../../kernel/lists/bulk.ts';
import type { BulkUpdateJobs } from './bulk-contract.ts';
import type { JobRow } from './job.ts';
import { assertMayManage, findVisibleJobs, type JobCaller } from './job-access.ts';
import type { LoadCommands } from './job-checks.ts';
import { removeJob, switchJob } from './job-service.ts';

const read = (caller: JobCaller) => (ids: readonly string[]) => findVisibleJobs(caller, ids);

/**
 * Enables or disables the jobs. Also repairs the schedules of unchanged jobs, because an earlier call may
 * have been interrupted.
 */
export const bulkUpdateJobs =
  (loadCommands: LoadCommands) =>
  (caller: JobCaller, { ids, isEnabled }: BulkUpdateJobs) =>
    changeEach(ids, {
      absent: 'Job',
      read: read(caller),
      write: async (before: JobRow) => {
        assertMayManage(caller.context.principal, before);
        return switchJob(caller, before, isEnabled, loadCommands);
      },
    });

/** Deletes the jobs. */
export const bulkDeleteJobs = (caller: JobCaller, { ids }: Pick<BulkUpdateJobs, 'ids'>) =>
  changeEach(ids, {
    read: read(caller),
    write: async (before: JobRow) => {
      assertMayManage(caller.context.principal, before);
      await removeJob(caller, before);
      return true;
    },
  });
