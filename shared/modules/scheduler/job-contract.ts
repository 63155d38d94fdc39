/** The endpoints that manage scheduled jobs. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { uuid } from '../../kernel/http/fields.ts';
import {
  CreateJob,
  changePermissions,
  deletePermissions,
  done,
  Job,
  JobList,
  ListJobs,
  UpdateJob,
} from './job-fields-contract.ts';
import { jobLimits } from './limits.ts';

export const jobExample = {
  name: 'Nightly report',
  scopeType: 'organization',
  scheduleType: 'cron',
  scheduleValue: '0 2 * * *',
  timezone: 'Europe/Paris',
  targetType: 'queue',
  targetQueue: 'jobs',
  targetPayload: { report: 'totals' },
};

const base = { module: 'scheduler', auth: 'caller', scope: 'optional' } as const;
const path = '/api/scheduler/jobs';
const idOfJob = z.object({ id: uuid('Id of the job.') });

export const listJobs = defineEndpoint({
  ...base,
  ...operation('listJobs', 'GET', path),
  summary: 'List and search scheduled jobs',
  description:
    'Returns jobs of the selected organizations and of the whole tenant; super admins also see jobs of the ' +
    'platform. Newest first by default. Filters are combined with AND. A list filtered by `id` is strongly ' +
    'consistent.',
  feature: 'scheduler.jobs.view',
  query: ListJobs,
  success: returns(JobList),
  exportedRows: 'data',
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const getJob = defineEndpoint({
  ...base,
  ...operation('getJob', 'GET', `${path}/{id}`),
  summary: 'Read a scheduled job',
  description:
    'Returns a job of a selected organization, of the whole tenant or, for super admins, of the platform. ' +
    'Returns 404 for a deleted job and for a job of another tenant or organization. The `ETag` changes with ' +
    'edits only, not when a run updates `lastRunAt` and `nextRunAt`.',
  feature: 'scheduler.jobs.view',
  params: idOfJob,
  success: returns(Job),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const createJob = defineEndpoint({
  ...base,
  ...operation('createJob', 'POST', path),
  summary: 'Create a scheduled job',
  description:
    'The job runs from its `nextRunAt` on, each time within a minute. If the command requires a feature, the ' +
    'caller must hold it: the command runs as the caller (`runAs`), with the rights that the caller has at the time of ' +
    'the run. Jobs of ' +
    'the whole tenant are created, changed, run and deleted only by callers who may select all of its ' +
    'organizations; others see them. A tenant has at most 2 000 jobs (`SCHEDULED_JOBS_PER_TENANT` of the ' +
    'deployment).',
  feature: 'scheduler.jobs.manage',
  body: CreateJob,
  deepFields: ['condition'],
  idempotencyKey: true,
  success: returns(Job),
  errors: [
    'not_found',
    'scope_required',
    'rights_exceeded',
    'invalid_schedule',
    'unknown_command',
    'limit_reached',
  ],
  etag: true,
  permissions: {
    table: ['GetItem', 'PutItem', 'UpdateItem'],
    queues: ['scheduler-execution'],
    schedules: ['create', 'delete'],
  },
});

export const updateJob = defineEndpoint({
  ...base,
  ...operation('updateJob', 'PUT', path),
  summary: 'Change a scheduled job',
  description:
    'Changes the given fields and leaves all others as they are. A new `scheduleType` requires a new ' +
    '`scheduleValue`. A new `targetType` requires its target and clears the previous queue, command and ' +
    'payload. A change of condition or target makes the job run as the caller (`runAs`), who needs the feature of the ' +
    'command. A new `scopeType` moves the job to the selected organization, the tenant or the platform, under ' +
    'the same rules as creating it there: id and schedule are kept, and it runs with the rights of the caller ' +
    'from then on. A move between a tenant and the platform does not move the history. Intervals are counted ' +
    'from the change of the schedule. With `If-Match`, the request fails if the job has changed since.',
  feature: 'scheduler.jobs.manage',
  body: UpdateJob,
  deepFields: ['condition'],
  success: returns(Job),
  errors: [
    'scope_required',
    'not_found',
    'rights_exceeded',
    'invalid_schedule',
    'unknown_command',
    'limit_reached',
    'stale',
    'unfinished',
  ],
  etag: true,
  permissions: changePermissions,
});

export const deleteJob = defineEndpoint({
  ...base,
  ...operation('deleteJob', 'DELETE', path),
  summary: 'Delete a scheduled job',
  description:
    `The job stops running and is no longer shown. It can be restored for ${jobLimits.undoDays} days. Send the id in the body or ` +
    'in the query.',
  feature: 'scheduler.jobs.manage',
  query: z.object({ id: z.optional(uuid('Id of the job.')) }),
  body: z.object({ id: z.optional(uuid('Id of the job.')) }),
  bodyOptional: true,
  success: returns(done),
  errors: ['not_found', 'rights_exceeded', 'stale'],
  etag: true,
  permissions: deletePermissions,
});

export const undoDeleteJob = defineEndpoint({
  ...base,
  ...operation('undoDeleteJob', 'POST', `${path}/undo`),
  summary: 'Restore a deleted job',
  description:
    `Within ${jobLimits.undoDays} days of its deletion, a job can be restored as it was: enabled or not, with its history. ` +
    'The job of a sync schedule restores the schedule, too. Returns 404 if the job is not deleted.',
  feature: 'scheduler.jobs.manage',
  body: idOfJob,
  success: returns(Job),
  errors: ['not_found', 'rights_exceeded', 'job_replaced', 'limit_reached', 'unfinished'],
  etag: true,
  permissions: {
    table: ['GetItem', 'PutItem', 'UpdateItem'],
    queues: ['scheduler-execution'],
    schedules: ['create', 'update', 'get', 'delete'],
  },
});

export const takeOverJob = defineEndpoint({
  ...base,
  ...operation('takeOverJob', 'POST', `${path}/{id}/take-over`),
  summary: 'Take over a scheduled job',
  description:
    'The job runs as the caller from now on (`runAs`), who needs the feature of its command, and is not blocked any ' +
    'more. Use it when the user or key that the job runs as leaves or has lost the feature.',
  feature: 'scheduler.jobs.manage',
  params: idOfJob,
  success: returns(Job),
  errors: ['not_found', 'rights_exceeded', 'invalid_schedule', 'unknown_command', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
});
