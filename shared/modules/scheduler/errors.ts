/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const ScheduleValueError = apiError({
  code: 'invalid_schedule',
  status: 422,
  when: 'The `scheduleValue` is not a valid cron expression or interval; `details` says why.',
  message: (scheduleType: string, _problem: string) => `The ${scheduleType} is not valid; see details.`,
  details: (_, problem) => ({ scheduleValue: problem }),
  example: ['interval', 'must not be zero'],
});

export const UnknownCommandError = apiError({
  code: 'unknown_command',
  status: 422,
  when: 'No command has the name in `targetCommand`.',
  message: (name: string) => `The command "${name}" does not exist.`,
  details: { targetCommand: 'must be a command that GET /api/scheduler/targets lists' },
  example: ['reports.make'],
});

export const JobDisabledError = apiError({
  code: 'job_disabled',
  status: 422,
  when: 'The job is disabled, so it cannot be started manually.',
  message: 'The job is disabled.',
});

/** The module that created a deleted job has created another one in its place. */
export const JobReplacedError = apiError({
  code: 'job_replaced',
  status: 409,
  when: 'The deleted job belonged to a sync schedule, which was saved again and has another job now. Delete that one first.',
  message: 'Another job has replaced this one; delete that one first.',
});

export const QueueUnavailableError = apiError({
  code: 'queue_unavailable',
  status: 503,
  when: 'The operation requires the job queue, which this deployment has disabled (`QUEUE_STRATEGY=local`).',
  message: (_body?: Readonly<Record<string, unknown>>) => 'The job queue is disabled in this deployment.',
  body: (body = {}) => body,
});
