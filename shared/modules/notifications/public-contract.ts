/** What contracts and pure decisions of other modules may use of notifications: data alone, without a store. */

export { notificationLimits } from './limits.ts';
export { field } from './notification-contract.ts';
