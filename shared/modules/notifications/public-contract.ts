/** What contracts and pure functions of other modules may use of notifications. Imports no store. */

export { notificationLimits } from './limits.ts';
export { field } from './notification-contract.ts';
