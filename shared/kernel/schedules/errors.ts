/** Errors of schedules. */

/** The schedule does not exist. */
export class ScheduleNotFoundError extends Error {
  override name = 'ScheduleNotFoundError';

  constructor(schedule: string, options?: ErrorOptions) {
    super(`There is no schedule ${schedule}.`, options);
  }
}

/** EventBridge Scheduler refuses the schedule permanently; the message is the service's own. */
export class InvalidScheduleError extends Error {
  override name = 'InvalidScheduleError';
}
