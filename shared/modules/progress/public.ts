/** What other modules may use of progress. */
export { ProgressJobNotCancellableError } from './errors.ts';
export { type JobHead, newJob, type ProgressJob, syncJobType } from './job.ts';
export type { CancelSyncRun } from './job-service.ts';
export {
  beginJobWrites,
  createJobWrites,
  finishJobWrites,
  getProgressJob,
  moveJobWrites,
  updateCancelledJobWrites,
} from './job-store.ts';
