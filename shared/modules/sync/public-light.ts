/** The parts of sync that need no service. */
export { restoreSlotWrite } from './schedules/schedule-store.ts';
