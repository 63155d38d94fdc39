/** The parts of the scheduler that other modules may use. */

export type { JobRow } from './job.ts';
export { addJob, changeJob, dropJob } from './job-service.ts';
export { findJob, findJobs, type ListedJob, newestJobs, readListedJobs } from './job-store.ts';
