/** What other modules may use of sync. */
export { cancelSyncRun } from './runs/cancel-from-progress.ts';
