/** What contracts and pure decisions of other modules may use of notifications: data alone, without a store. */
export { field } from './common-contract.ts';
export { notificationLimits } from './limits.ts';
