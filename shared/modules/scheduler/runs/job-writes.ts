/** The writes of runs to the row of their job, which set single attributes without conflict with changes of users. */
import type { AppError } from '../../../kernel/errors/app-error.ts';
import { orStale, type Write } from '../../../kernel/table/write.ts';
import type { JobRow } from '../job.ts';
import { jobKey } from '../keys.ts';

/** The write that records a completed run of the job, which is not blocked any more. */
export function completedWrite(job: JobRow, atMs: number, otherwise: () => AppError): Write {
  return {
    set: jobKey(job, job.id),
    values: { lastRunAtMs: atMs },
    ...(job.blockedReason !== undefined && { remove: ['blockedReason'] }),
    when: { expression: 'attribute_exists(pk)' },
    otherwise,
  };
}

/** The write that notes why the job is blocked. It fails if that is noted already, or if another caller took the job over. */
export function blockedWrite(job: JobRow, blockedReason: string): Write {
  return {
    set: jobKey(job, job.id),
    values: { blockedReason },
    ...orStale({
      expression: 'rev = :rev AND attribute_not_exists(blockedReason) AND attribute_not_exists(deletedAtMs)',
      values: { ':rev': job.revision },
    }),
  };
}
