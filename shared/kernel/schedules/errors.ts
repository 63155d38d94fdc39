/** Errors of schedules. */

/** There is no schedule of that name. */
export class ScheduleNotFoundError extends Error {
  override name = 'ScheduleNotFoundError';

  constructor(schedule: string, options?: ErrorOptions) {
    super(`There is no schedule ${schedule}.`, options);
  }
}

/** EventBridge Scheduler does not take the schedule; the message is its own and says why. It never will. */
export class InvalidScheduleError extends Error {
  override name = 'InvalidScheduleError';
}
