/** Who cancels the job of a sync run cancels the run. */
import { ProgressJobNotCancellableError } from '../http/errors.ts';
import type { CancelSyncRun } from './job-service.ts';

/** No run of the data sync reports here yet. */
export const cancelSyncRun: CancelSyncRun = () => Promise.reject(new ProgressJobNotCancellableError());
