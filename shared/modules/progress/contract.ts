/** The endpoints of progress jobs. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, queryBoolean, queryChoices, text, uuid } from '../../kernel/http/fields.ts';
import { fromField } from '../../kernel/http/time-range.ts';
import { idFilter, listOf, listQuery } from '../../kernel/lists/list.ts';
import { isManaged, jobStatuses } from './job.ts';
import { ActiveJob, base, field, Job, jobId, jobPath, jobsPath, ListedJob } from './job-contract.ts';
import { progressLimits } from './limits.ts';

const ok = alwaysTrue();

export const listActiveJobs = defineEndpoint({
  ...base,
  ...operation('listActiveJobs', 'GET', '/api/progress/active'),
  summary: 'List active progress jobs',
  description:
    `Returns jobs that are pending or running, newest first, at most ${progressLimits.activeJobs}, and jobs that completed or failed ` +
    `within the last ${progressLimits.recentSeconds} seconds, latest first, at most ${progressLimits.recentJobs}. Sync runs are included, child jobs are not. The ` +
    'cost of the request does not depend on the length of the history.',
  feature: 'progress.view',
  success: returns(
    z.object({
      active: z.array(ActiveJob).check(about('Jobs that are pending or running.')),
      recentlyCompleted: z.array(ActiveJob).check(about('Jobs that have just completed or failed.')),
    }),
    { description: 'Active and recently ended jobs.' },
  ),
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const ListJobs = z.object({
  ...listQuery({
    sortFields: ['createdAt', 'startedAt', 'finishedAt'],
    searches: 'name and job type',
  }),
  ...idFilter(),
  status: z
    .optional(queryChoices(jobStatuses))
    .check(about('Only jobs with one of these states, separated by commas.', ['completed', 'failed'])),
  jobType: z
    .optional(text(progressLimits.jobTypeLength))
    .check(about('Only jobs of this type.', 'catalog.reindex')),
  parentJobId: z.optional(uuid('Only child jobs of this job.')),
  includeCompleted: z
    .optional(queryBoolean())
    .check(about('Also jobs that have ended; without a `status` or `completedSince` these are left out.')),
  completedSince: z.optional(fromField('Only jobs that ended at or after this time.')),
});
export type ListJobs = z.infer<typeof ListJobs>;

export const listProgressJobs = defineEndpoint({
  ...base,
  ...operation('listProgressJobs', 'GET', jobsPath),
  summary: 'List and search progress jobs',
  description:
    'Returns jobs of the selected organizations, including child jobs; by default only pending and running jobs ' +
    `(see \`status\` and \`includeCompleted\`). Ended jobs are kept for ${progressLimits.retentionDays} days. A job whose worker died is listed ` +
    'as failed within a minute.',
  feature: 'progress.view',
  query: ListJobs,
  success: returns(listOf(ListedJob)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

const optional = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

export const CreateProgressJob = z.object({
  jobType: field.jobType.check(
    z.refine((jobType) => !isManaged({ jobType }), { error: 'is reserved for work of the platform' }),
  ),
  name: field.name,
  description: optional(field.description),
  totalCount: optional(field.totalCount),
  cancellable: z._default(field.cancellable, false),
  meta: optional(field.meta),
  parentJobId: optional(field.parentJobId),
  partitionIndex: optional(field.partitionIndex),
  partitionCount: optional(field.partitionCount),
});
export type CreateProgressJob = z.infer<typeof CreateProgressJob>;

export const createProgressJob = defineEndpoint({
  ...base,
  ...operation('createProgressJob', 'POST', jobsPath),
  summary: 'Create a progress job',
  description:
    'Creates a pending job. It starts when its worker sends an update with the status `running`. Browsers receive an ' +
    'event.',
  feature: 'progress.create',
  body: CreateProgressJob,
  success: creates(z.object({ id: Job.shape.id })),
  permissions: { table: ['PutItem'] },
});

export const getProgressJob = defineEndpoint({
  ...base,
  ...operation('getProgressJob', 'GET', jobPath),
  summary: 'Read a progress job',
  description: 'Returns the job with all details, including its result after it has ended.',
  feature: 'progress.view',
  params: jobId,
  success: returns(Job),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const UpdateProgressJob = z.object({
  processedCount: z.optional(field.processedCount),
  progressPercent: z.optional(field.progressPercent),
  totalCount: z.optional(field.totalCount),
  etaSeconds: z.optional(field.etaSeconds),
  meta: z.optional(field.meta).check(about('Keys to set; the others stay as they are.', { page: 3 })),
  status: z
    .optional(z.enum(['running', 'completed', 'failed', 'cancelled']))
    .check(
      about('New status: the job starts or ends. Later updates of an ended job change nothing.', 'running'),
    ),
  resultSummary: z.optional(field.resultSummary),
  errorMessage: z.optional(field.errorMessage),
  errorStack: z.optional(field.errorStack),
});
export type UpdateProgressJob = z.infer<typeof UpdateProgressJob>;

export const updateProgressJob = defineEndpoint({
  ...base,
  ...operation('updateProgressJob', 'PUT', jobPath),
  summary: 'Update the progress of a job',
  description:
    'Changes the given fields and leaves all others as they are. Percentage and estimate are calculated from ' +
    'the counts unless you send them. Every update, even an empty one, is a heartbeat of the worker: send one ' +
    `at least every ${progressLimits.heartbeatSeconds} seconds while the job runs. Browsers receive updates at most every ${progressLimits.publishEveryMs} milliseconds, or ` +
    'when the percentage changes. If the response has `cancelRequested`, the worker must stop and send the ' +
    'status `cancelled`. Updates of ended jobs are ignored; jobs of sync runs are updated by their run only.',
  feature: 'progress.update',
  params: jobId,
  body: UpdateProgressJob,
  success: returns(
    z.object({
      ok,
      progressPercent: field.progressPercent,
      status: field.status,
      cancelRequested: z.boolean().check(about('Whether the worker should stop.', false)),
    }),
  ),
  errors: ['not_found', 'progress_job_managed', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
});

export const cancelProgressJob = defineEndpoint({
  ...base,
  ...operation('cancelProgressJob', 'DELETE', jobPath),
  summary: 'Cancel a progress job',
  description:
    'Cancels a pending job or a sync run at once. For a running job, it sets `cancelRequested`; the job ' +
    'continues until its worker sees it. Cancelling a sync run requires `data_sync.run`, too. Repeating the ' +
    'request changes nothing. Returns 400 if the job has ended or is not cancellable.',
  feature: 'progress.cancel',
  params: jobId,
  success: returns(z.object({ ok }), {
    description: 'The job was cancelled, or its worker was requested to stop.',
  }),
  errors: ['not_found', 'progress_job_not_cancellable', 'stale'],
  etag: true,
  permissions: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    queues: ['data-sync-import', 'data-sync-export'],
  },
});
