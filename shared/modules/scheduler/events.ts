import * as z from 'zod/mini';
import {
  type EventSpec,
  field,
  flag,
  id,
  resourceData,
  resourceEvents,
  text,
  textOrNull,
} from '../../kernel/events/definition.ts';

const job = resourceData('job', 'organization', {
  name: text('Name of the job.', 'Nightly report'),
  scopeType: text('`organization`, `tenant` or `system`.', 'organization'),
  scheduleType: text('`cron` or `interval`.', 'cron'),
  scheduleValue: text('Cron expression or interval.', '0 2 * * *'),
  timezone: text('Time zone of the cron expression.', 'Europe/Paris'),
  isEnabled: flag('A disabled job never fires.', true),
});

const blocked = resourceData('job', 'organization', {
  name: text('Name of the job.', 'Nightly report'),
  commandId: textOrNull('Command of the job.', 'webhooks.publish_event'),
  blockedReason: text(
    'Why it was refused.',
    'The user or key that the job runs as no longer has the feature events.publish.',
  ),
  runAs: text('User or key that the job runs as.', 'user:3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44'),
});

const number = (description: string, example: number) => field(z.number(), description, example);
const runId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10-1772413200000';
const time = '2026-03-02T01:00:07.120Z';

/** The data of every event of a run. */
function runData(fields: Record<string, z.ZodMiniType>) {
  return resourceData('job', 'organization', {
    scheduleId: id('The same id of the job.'),
    scheduleName: text('Name of the job.', 'Nightly report'),
    scopeType: text('`organization`, `tenant` or `system`.', 'organization'),
    queueJobId: text('Id of the run.', runId),
    triggerType: text('`scheduled` or `manual`.', 'scheduled'),
    scheduledAt: text('When the run was due.', '2026-03-02T01:00:00.000Z'),
    targetType: text('`queue` or `command`.', 'queue'),
    queueName: textOrNull('Queue of the run.', 'jobs'),
    commandId: textOrNull('Command of the run.', null),
    ...fields,
  });
}

const runEvents: EventSpec[] = [
  {
    type: 'scheduler.job.started',
    description: 'A run of a scheduled job started.',
    data: runData({
      attemptNumber: number('Number of the attempt, from 1.', 1),
      startedAt: text('When the attempt started.', time),
    }),
  },
  {
    type: 'scheduler.job.completed',
    description: 'A run of a scheduled job completed: its message was sent, or its command succeeded.',
    data: runData({
      result: field(z.unknown(), 'Result of the run.', { queue: 'jobs' }),
      commandResult: field(z.unknown(), 'Result of the command; null for queues.', null),
      attemptsMade: number('Number of attempts.', 1),
      completedAt: text('When it completed.', time),
    }),
  },
  {
    type: 'scheduler.job.failed',
    description: 'A run of a scheduled job failed in its last attempt.',
    data: runData({
      error: text('Why the last attempt failed.', 'The command failed.'),
      attemptsMade: number('Number of attempts.', 3),
      failedAt: text('When it failed.', time),
    }),
  },
  {
    type: 'scheduler.job.skipped',
    description: 'A due run of a scheduled job was skipped.',
    data: runData({
      reason: text(
        'Why: `feature_off`, `condition_not_met`, `condition_not_evaluated`, `closed` or `disabled`.',
        'feature_off',
      ),
      skippedAt: text('When it was skipped.', time),
    }),
  },
];

export const events: EventSpec[] = [
  ...resourceEvents(job, {
    'scheduler.job.created': 'A scheduled job was created.',
    'scheduler.job.updated': 'A scheduled job was changed.',
    'scheduler.job.deleted': 'A scheduled job was deleted.',
    'scheduler.job.restored': 'A deleted scheduled job was restored.',
  }),
  ...runEvents,
  ...resourceEvents(blocked, {
    'scheduler.job.blocked': 'The command of a scheduled job was refused: its user or key lacks a right.',
  }),
];
