/** Errors of schedules. */

/** The schedule does not exist. */
export class ScheduleNotFoundError extends Error {
  override name = 'ScheduleNotFoundError';

  constructor(schedule: string, options?: ErrorOptions) {
    super(`There is no schedule ${schedule}.`, options);
  }
}

/** EventBridge Scheduler refuses the schedule permanently; `cause` has its reason. */
export class InvalidScheduleError extends Error {
  override name = 'InvalidScheduleError';

  constructor(cause: unknown) {
    super('EventBridge Scheduler does not accept the schedule.', { cause });
  }
}
