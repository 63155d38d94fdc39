/** The parts of the scheduler that other modules may use, without a store. */
export { changePermissions, deletePermissions, scheduleTypes } from './job-fields-contract.ts';
export { jobLimits } from './limits.ts';
