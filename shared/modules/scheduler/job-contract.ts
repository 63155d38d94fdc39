/** The endpoints with which scheduled jobs are managed. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../kernel/http/endpoint-spec.ts';
import { uuid } from '../../kernel/http/fields.ts';
import {
  CreateJob,
  changePermissions,
  deletePermissions,
  done,
  exampleIds,
  Job,
  JobList,
  ListJobs,
  UpdateJob,
} from './job-fields-contract.ts';
import { jobLimits } from './limits.ts';

export * from './job-fields-contract.ts';

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
const response = {
  id: exampleIds.job,
  organizationId: exampleIds.organization,
  tenantId: exampleIds.tenant,
  ...jobExample,
  description: null,
  targetCommand: null,
  requireFeature: null,
  isEnabled: true,
  lastRunAt: null,
  nextRunAt: '2026-03-02T01:00:00.000Z',
  sourceType: 'user',
  sourceModule: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
  deletedAt: null,
  createdBy: 'api_key:3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44',
  updatedBy: 'api_key:3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44',
  createdByUserId: null,
  updatedByUserId: null,
};

const base = { module: 'scheduler', auth: 'caller', scope: 'optional' } as const;
const path = '/api/scheduler/jobs';
const idOfJob = z.object({ id: uuid('Id of the job.') });

export const listJobs = defineEndpoint({
  ...base,
  operationId: 'listJobs',
  method: 'GET',
  path,
  summary: 'List and search scheduled jobs',
  description:
    'Jobs of the selected organizations and of the tenant as a whole; super admins see those of the platform too. ' +
    'The latest come first by default. Filters combine with AND. A list by `id` is strongly consistent.',
  feature: 'scheduler.jobs.view',
  query: ListJobs,
  success: { status: 200, description: 'One page of jobs.', result: JobList },
  exportedRows: 'data',
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
  example: {
    summary: 'The first page',
    response: { data: [response], meta: { total: 1, pageSize: 20, page: 1 } },
  },
});

export const getJob = defineEndpoint({
  ...base,
  operationId: 'getJob',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Read a scheduled job',
  description:
    'A job of a selected organization, of the tenant as a whole or, for super admins, of the platform. A deleted job, ' +
    'and one of another tenant or organization, is not found. The `ETag` names what people change: a run moves ' +
    '`lastRunAt` and `nextRunAt` and leaves it as it is.',
  feature: 'scheduler.jobs.view',
  params: idOfJob,
  success: { status: 200, description: 'The job.', result: Job },
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
  example: { summary: 'A message every night', response },
});

export const createJob = defineEndpoint({
  ...base,
  operationId: 'createJob',
  method: 'POST',
  path,
  summary: 'Create a scheduled job',
  description:
    'The job fires from its `nextRunAt` on, each time within a minute. Who saves a job with a command that needs a ' +
    'feature must hold it; runs are made in their name, with the rights that they have then. Jobs of the whole tenant ' +
    'are created, changed, run and deleted only by callers who may select all of its organizations; others see them. ' +
    'A tenant has at most 2 000 jobs (`SCHEDULED_JOBS_PER_TENANT` of the deployment).',
  feature: 'scheduler.jobs.manage',
  body: CreateJob,
  success: { status: 200, description: 'The job as created.', result: Job },
  errors: ['scope_required', 'rights_exceeded', 'invalid_schedule', 'unknown_command', 'limit_reached'],
  etag: true,
  permissions: {
    table: ['GetItem', 'PutItem', 'UpdateItem'],
    queues: ['scheduler-execution'],
    schedules: ['create', 'delete'],
  },
  example: { summary: 'A message every night', response },
});

export const updateJob = defineEndpoint({
  ...base,
  operationId: 'updateJob',
  method: 'PUT',
  path,
  summary: 'Change a scheduled job',
  description:
    'Changes the given fields and leaves all others as they are. Another `scheduleType` needs a new ' +
    '`scheduleValue`, another `targetType` needs its target and clears queue, command and payload of before. Another ' +
    '`scopeType` moves the job by the rules of its creation: to the selected organization, to the tenant, or to the ' +
    'platform. Its id and schedule stay, it runs in the name of the caller from then on, and between a tenant and ' +
    'the platform it leaves its history behind. An interval is counted from the change of its schedule. `If-Match` ' +
    'refuses to overwrite a newer job.',
  feature: 'scheduler.jobs.manage',
  body: UpdateJob,
  success: { status: 200, description: 'The job as changed.', result: Job },
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
  example: {
    summary: 'Switch a job off',
    response: { ...response, isEnabled: false, nextRunAt: null },
  },
});

export const deleteJob = defineEndpoint({
  ...base,
  operationId: 'deleteJob',
  method: 'DELETE',
  path,
  summary: 'Delete a scheduled job',
  description:
    `The job fires no more and no endpoint shows it; for ${jobLimits.undoDays} days it can be brought back. The id ` +
    'may be given in the body or in the query.',
  feature: 'scheduler.jobs.manage',
  query: z.object({ id: z.optional(uuid('Id of the job.')) }),
  body: z.object({ id: z.optional(uuid('Id of the job.')) }),
  bodyOptional: true,
  success: { status: 200, description: 'The job is deleted.', result: done },
  errors: ['not_found', 'rights_exceeded', 'stale'],
  etag: true,
  permissions: deletePermissions,
  example: { summary: 'By its id', response: { ok: true } },
});

export const undoDeleteJob = defineEndpoint({
  ...base,
  operationId: 'undoDeleteJob',
  method: 'POST',
  path: `${path}/undo`,
  summary: 'Bring a deleted job back',
  description:
    `Within ${jobLimits.undoDays} days of its deletion, a job is as it was before: enabled or not, with its history. ` +
    'A job that is not deleted is not found here.',
  feature: 'scheduler.jobs.manage',
  body: idOfJob,
  success: { status: 200, description: 'The job.', result: Job },
  errors: ['not_found', 'rights_exceeded', 'limit_reached', 'unfinished'],
  etag: true,
  permissions: {
    table: ['GetItem', 'PutItem', 'UpdateItem'],
    queues: ['scheduler-execution'],
    schedules: ['create', 'update'],
  },
  example: { summary: 'A mistake undone', response },
});
