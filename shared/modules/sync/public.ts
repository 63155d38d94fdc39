/** The parts of sync that other modules may use. */
export { cancelSyncRun } from './runs/cancel-from-progress.ts';
export { restoreSlotWrite } from './schedules/schedule-store.ts';
