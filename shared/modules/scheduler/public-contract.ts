/** The parts of the scheduler that contracts and pure decisions of other modules may use: data without a store. */
export { changePermissions, deletePermissions, scheduleTypes } from './job-fields-contract.ts';
export { jobLimits } from './limits.ts';
