/**
 * The errors of this module. Each function declares those that it throws; `schedulerErrors` documents them
 * all.
 */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const invalidSchedule = { code: 'invalid_schedule', status: 422 } as const;
const unknownCommand = { code: 'unknown_command', status: 422 } as const;
const jobDisabled = { code: 'job_disabled', status: 422 } as const;
const jobReplaced = { code: 'job_replaced', status: 409 } as const;
const queueUnavailable = { code: 'queue_unavailable', status: 503 } as const;

/** A job's schedule value is not a valid cron expression or interval. */
export class ScheduleValueError extends AppError {
  constructor(scheduleType: string, message: string) {
    super(invalidSchedule, `The ${scheduleType} is not valid; see details.`, {
      body: { details: [{ field: 'scheduleValue', message }] },
    });
  }
}

/** No command has this name. */
export class UnknownCommandError extends AppError {
  constructor(name: string) {
    super(unknownCommand, `The command "${name}" does not exist.`, {
      body: {
        details: [
          { field: 'targetCommand', message: 'must be a command that GET /api/scheduler/targets lists' },
        ],
      },
    });
  }
}

/** A disabled job cannot be run manually either. */
export class JobDisabledError extends AppError {
  constructor() {
    super(jobDisabled, 'The job is disabled.');
  }
}

/** The module that created a deleted job has created another one in its place. */
export class JobReplacedError extends AppError {
  constructor() {
    super(jobReplaced, 'Another job has replaced this one; delete that one first.');
  }
}

/** The deployment has no job queue; `body` are further fields of the error response. */
export class QueueUnavailableError extends AppError {
  constructor(body: Record<string, unknown> = {}) {
    super(queueUnavailable, 'The job queue is disabled in this deployment.', { body });
  }
}

export const schedulerErrors: readonly DocumentedError[] = [
  {
    type: invalidSchedule,
    meaning: 'The `scheduleValue` is not a valid cron expression or interval; `details` says why.',
    example: {
      error: 'The interval is not valid; see details.',
      details: [{ field: 'scheduleValue', message: 'must not be zero' }],
    },
  },
  {
    type: unknownCommand,
    meaning: 'No command has the name in `targetCommand`.',
    example: {
      error: 'The command "reports.make" does not exist.',
      details: [
        { field: 'targetCommand', message: 'must be a command that GET /api/scheduler/targets lists' },
      ],
    },
  },
  {
    type: jobDisabled,
    meaning: 'The job is disabled, so it cannot be started manually.',
    example: { error: 'The job is disabled.' },
  },
  {
    type: jobReplaced,
    meaning:
      'The deleted job belonged to a sync schedule, which was saved again and has another job now. Delete that one first.',
    example: { error: 'Another job has replaced this one; delete that one first.' },
  },
  {
    type: queueUnavailable,
    meaning:
      'The operation requires the job queue, which this deployment has disabled (`QUEUE_STRATEGY=local`).',
    example: { error: 'The job queue is disabled in this deployment.' },
  },
];
