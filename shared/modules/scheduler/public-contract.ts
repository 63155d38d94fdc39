/** What contracts and pure decisions of other modules may use of scheduler: data alone, without a store. */
export { changePermissions, deletePermissions, scheduleTypes } from './job-fields-contract.ts';
export { jobLimits } from './limits.ts';
