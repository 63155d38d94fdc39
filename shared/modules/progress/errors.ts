/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const ProgressJobNotCancellableError = apiError({
  code: 'progress_job_not_cancellable',
  status: 400,
  when: 'The job has ended, or is not cancellable.',
  message: 'Cannot cancel this job',
});

export const ProgressJobManagedError = apiError({
  code: 'progress_job_managed',
  status: 409,
  when: 'The job shows the progress of a sync run or a replay; only that work can update it.',
  message: 'The job belongs to work of the platform; only that work can update it.',
});
