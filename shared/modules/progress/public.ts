/** What other modules may use of progress. */
export { ProgressJobNotCancellableError } from './errors.ts';
export { isEnd, type JobHead, newJob, type ProgressJob, replayJobType, syncJobType } from './job.ts';
export { type CancelSyncRun, recordedJobWrites, updateManagedJob } from './job-service.ts';
export {
  beginJobWrites,
  createJobWrites,
  finishJobWrites,
  getProgressJob,
  moveJobWrites,
  updateCancelledJobWrites,
} from './job-store.ts';
