/** Endpoints of runs: start one manually, and list runs with their results. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import {
  about,
  count,
  paging,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
} from '../../../kernel/http/fields.ts';
import { totalOption } from '../../../kernel/lists/list.ts';
import { exampleIds } from '../job-fields-contract.ts';
import { jobLimits, runLimits } from '../limits.ts';

export const runStates = ['waiting', 'active', 'completed', 'failed', 'delayed', 'paused'] as const;
export type RunState = (typeof runStates)[number];
export const triggerTypes = ['scheduled', 'manual'] as const;

const runId = (description = 'Id of the run.') => z.string().check(about(description, exampleIds.run));
const object = (description: string, example: unknown) =>
  z.nullable(z.record(z.string(), z.unknown())).check(about(description, example));

const state = z
  .enum(runStates)
  .check(
    about(
      '`waiting` for a worker, `active`, `completed`, `failed`, or `delayed` until its time, or ' +
        'until the next attempt. `paused` is reserved.',
      'completed',
    ),
  );
const progress = z.number().check(about('Progress of the run in percent, 0 to 100.', 100));
const result = object('Result of the run; for a skipped run, the reason.', { echoed: { report: 'totals' } });
const error = textOrNull(
  `Why the last attempt failed, in at most ${runLimits.errorCharacters} characters.`,
  null,
);
const attemptsMade = count('Number of attempts of the run.', 1);

export const Execution = z
  .object({
    id: runId(),
    state,
    progress,
    scheduledAt: timestamp('When the run was due, or was started manually.'),
    startedAt: timestampOrNull('When its latest attempt started; null before the first.'),
    completedAt: timestampOrNull('When it ended; null before.'),
    result,
    error,
    triggerType: z.enum(triggerTypes).check(about('Whether the schedule or a user started the run.')),
    triggeredByUserId: textOrNull('User who started it manually.', null),
    attemptsMade,
    durationMs: z.nullable(z.number()).check(about('Milliseconds from startedAt to completedAt.', 42)),
  })
  .check(z.meta({ id: 'Execution', description: 'One run of a scheduled job.' }));
export type Execution = z.infer<typeof Execution>;

const ExecutionList = z.object({
  data: z.array(Execution).check(about('The runs of the page.')),
  meta: z
    .object({
      total: count('Number of matching runs on all pages; see `totalIsExact`.', 1),
      totalIsExact: z
        .boolean()
        .check(about('False if the history is longer than one request can read.', true)),
      pageSize: count('Requested rows per page.', jobLimits.pageSize),
      page: count('Page number, from 1.', 1),
    })
    .check(about('Where the page stands in the list.')),
});

export const ListExecutions = z.object({
  ...paging(jobLimits.pageSize, jobLimits.maxPageSize),
  ...totalOption(),
  state: z.optional(z.enum(runStates)).check(about('Only runs in this state.')),
  triggerType: z.optional(z.enum(triggerTypes)).check(about('Only runs with this trigger.')),
});
export type ListExecutions = z.infer<typeof ListExecutions>;

export const QueueJob = z
  .object({
    id: runId(),
    name: z.string().check(about('Name of the job.', 'Nightly report')),
    state,
    progress,
    data: z
      .object({
        scheduleId: uuid('Id of the job.'),
        scheduleName: z.string().check(about('Name of the job when the run started.', 'Nightly report')),
        tenantId: textOrNull('Tenant of the job.', exampleIds.tenant),
        organizationId: textOrNull('Organization of the job.', exampleIds.organization),
      })
      .check(about('Job of the run.')),
    result,
    error,
    stacktrace: textOrNull('Error of each attempt, one line each.', null),
    attemptsMade,
    timestamp: timestamp('When the run was due, or was started manually.'),
    processedOn: timestampOrNull('When its latest attempt started; null before the first.'),
    finishedOn: timestampOrNull('When it ended; null before.'),
    returnvalue: object('The same as `result`.', { echoed: { report: 'totals' } }),
  })
  .check(z.meta({ id: 'QueueJob', description: 'One run of a scheduled job as a queue job.' }));
export type QueueJob = z.infer<typeof QueueJob>;

const base = { module: 'scheduler', auth: 'caller', scope: 'optional' } as const;

export const triggerJob = defineEndpoint({
  ...base,
  ...operation('triggerJob', 'POST', '/api/scheduler/trigger'),
  summary: 'Run a scheduled job now',
  description:
    `Starts an extra run; the schedule does not change. A job can be started ${jobLimits.triggersPerMinute} times a minute and ${jobLimits.triggersPerHour} times ` +
    'an hour.',
  feature: 'scheduler.jobs.trigger',
  body: z.object({ id: uuid('Id of the job.') }),
  success: returns(
    z.object({
      ok: z.boolean().check(about('Always true.')),
      jobId: runId('Id of the run, for `GET /api/scheduler/queue-jobs/{jobId}`.'),
      message: z.string().check(about('The status as text.', 'The job was queued.')),
    }),
    { description: 'The run is queued.' },
  ),
  errors: ['not_found', 'rights_exceeded', 'job_disabled', 'queue_unavailable', 'rate_limited'],
  permissions: {
    table: ['GetItem', 'PutItem', 'DeleteItem'],
    limits: 'count',
    queues: ['scheduler-execution'],
  },
});

export const listExecutions = defineEndpoint({
  ...base,
  ...operation('listExecutions', 'GET', '/api/scheduler/jobs/{id}/executions'),
  summary: 'List the runs of a scheduled job',
  description:
    'Returns runs that started and those that are planned until the end of the next minute, newest first. Completed ' +
    'runs are kept for 30 days, failed runs for 90 days; for jobs that run very often, at least one day.',
  feature: 'scheduler.jobs.view',
  params: z.object({ id: uuid('Id of the job.') }),
  query: ListExecutions,
  success: returns(ExecutionList),
  errors: ['not_found', 'queue_unavailable'],
  permissions: { table: ['GetItem', 'Query'] },
});

export const getQueueJob = defineEndpoint({
  ...base,
  ...operation('getQueueJob', 'GET', '/api/scheduler/queue-jobs/{jobId}'),
  summary: 'Read one run of a scheduled job',
  description: 'Use the id that starting the job returned, or an id from the list of its runs.',
  feature: 'scheduler.jobs.view',
  params: z.object({ jobId: text(200).check(about('Id of the run.')) }),
  success: returns(QueueJob),
  errors: ['not_found', 'queue_unavailable'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

const jobsSummary = 'Messages of scheduled jobs for your own consumer';
const echoSummary = 'Returns its payload as the result, for tests';

const option = (what: string, example: string, summary: string) => ({
  value: z.string().check(about(`Name of the ${what}.`, example)),
  label: z.string().check(about('Display name.', example)),
  summary: z.string().check(about(`Description of the ${what}.`, summary)),
});

const commandOption = {
  ...option('command', 'scheduler.test.echo', echoSummary),
  things: z
    .record(z.string(), z.string())
    .check(
      about(
        'The fields of its payload that name a thing, with the kind of the thing as audit entries name it.',
        {},
      ),
    ),
};

export const listTargets = defineEndpoint({
  ...base,
  scope: 'none',
  ...operation('listTargets', 'GET', '/api/scheduler/targets'),
  summary: 'List the targets of jobs',
  description:
    'Returns the queues that a job can send to and the commands that it can run. A command runs with the rights ' +
    'of the user who saved it, within the scope of the job: `webhooks.publish_event` publishes an event ' +
    '(payload `{type, data, id?}`, feature `events.publish`), `business_rules.execute_set` executes a rule set ' +
    'of the organization (`{ruleSetId, entityType?, entityId?, eventType?, data?, dryRun?}`, feature ' +
    '`business_rules.rules.execute`), `scheduler.test.echo` returns its payload. Each command takes effect once ' +
    'per run, even if the run is attempted several times.',
  feature: 'scheduler.jobs.view',
  success: returns(
    z.object({
      queues: z
        .array(z.object(option('queue', 'jobs', jobsSummary)))
        .check(about('Every queue that a job may name, by name.')),
      commands: z.array(z.object(commandOption)).check(about('Every command that a job may name, by name.')),
    }),
  ),
});
