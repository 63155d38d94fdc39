/** Environment variables of functions that make or change schedules. */

/** The group of the schedules that functions make. */
export const scheduleGroupVariable = 'SCHEDULE_GROUP';

/** ARN of the role that EventBridge Scheduler takes to send to queues; only where schedules are made or changed. */
export const scheduleRoleVariable = 'SCHEDULE_ROLE_ARN';

/** Prefix of the ARNs of all queues; the queue's name follows. Only where schedules are made or changed. */
export const queueArnPrefixVariable = 'QUEUE_ARN_PREFIX';
