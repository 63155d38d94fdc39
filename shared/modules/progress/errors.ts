/** The errors of this module. Functions hold those that they throw; `progressErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const progressJobNotCancellable = { code: 'progress_job_not_cancellable', status: 400 } as const;
const progressJobManaged = { code: 'progress_job_managed', status: 409 } as const;

/** The job is not cancellable, or has ended. */
export class ProgressJobNotCancellableError extends AppError {
  constructor() {
    super(progressJobNotCancellable, 'Cannot cancel this job');
  }
}

/** The job belongs to a sync run; only the run may update it. */
export class ProgressJobManagedError extends AppError {
  constructor() {
    super(progressJobManaged, 'The job belongs to a sync run; only the run can update it.');
  }
}

export const progressErrors: readonly DocumentedError[] = [
  {
    type: progressJobNotCancellable,
    meaning: 'The job has ended, or is not cancellable.',
    example: { error: 'Cannot cancel this job' },
  },
  {
    type: progressJobManaged,
    meaning: 'The job shows the progress of a sync run; only the run can update it.',
    example: { error: 'The job belongs to a sync run; only the run can update it.' },
  },
];
