/** The parts of notifications that other modules may use, without a store. */
export { notificationLimits } from './limits.ts';
export { field } from './notification-contract.ts';
