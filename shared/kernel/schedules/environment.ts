/** Environment variables of functions that make or change schedules. */

/** The group of schedules that functions create. */
export const scheduleGroupVariable = 'SCHEDULE_GROUP';

/**
 * ARN of the role that EventBridge Scheduler assumes to send to queues; only for functions that create or change
 * schedules.
 */
export const scheduleRoleVariable = 'SCHEDULE_ROLE_ARN';

/** Prefix of the ARNs of all queues, before the queue's name. Only for functions that create or change schedules. */
export const queueArnPrefixVariable = 'QUEUE_ARN_PREFIX';
