/** The endpoints with which scheduled jobs are managed, and the shapes of their requests and answers. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../http/contract.ts';
import { optionalFields, paging, queryBoolean, text, timestamp, uuid } from '../http/fields.ts';
import { done, exampleIds, textOrNull } from './common-contract.ts';
import { jobLimits } from './limits.ts';

export const scopeTypes = ['system', 'organization', 'tenant'] as const;
export const scheduleTypes = ['cron', 'interval'] as const;
export const targetTypes = ['queue', 'command'] as const;
export const sourceTypes = ['user', 'module'] as const;
export const jobSortFields = ['name', 'nextRunAt', 'createdAt'] as const;

const field = {
  name: text(jobLimits.name).check(z.meta({ description: 'Name of the job.', examples: ['Nightly report'] })),
  description: z
    .nullable(text(jobLimits.description, 0))
    .check(z.meta({ description: 'What the job is for.', examples: ['Totals of the day for finance.'] })),
  scopeType: z.enum(scopeTypes).check(
    z.meta({
      description:
        'Whom the job belongs to: the selected organization, the whole tenant, or the platform itself, which only ' +
        'super admins give jobs. It never changes.',
      examples: ['organization'],
    }),
  ),
  scheduleType: z
    .enum(scheduleTypes)
    .check(z.meta({ description: 'How `scheduleValue` is written.', examples: ['cron'] })),
  scheduleValue: text(jobLimits.scheduleValue, 0).check(
    z.meta({
      description:
        '`cron`: minute, hour, day of month, month and day of week, with lists, ranges, steps and names; when both ' +
        'days are restricted, either is meant. `interval`: a whole number and `s`, `m`, `h` or `d`.',
      examples: ['0 9 * * MON-FRI'],
    }),
  ),
  timezone: z.string().check(
    z.meta({
      description:
        'IANA time zone in which a cron expression is read. A time that the clock skips in spring is skipped; one ' +
        'that it shows twice in autumn fires once. Intervals have no zone.',
      examples: ['Europe/Paris'],
    }),
  ),
  targetType: z
    .enum(targetTypes)
    .check(z.meta({ description: 'What the job does when it is due.', examples: ['queue'] })),
  targetQueue: z.nullable(text(jobLimits.target)).check(
    z.meta({
      description: 'Queue that gets a message; one of those that `GET /api/scheduler/targets` lists.',
      examples: ['jobs'],
    }),
  ),
  targetCommand: z.nullable(text(jobLimits.target)).check(
    z.meta({
      description: 'Command that is run; one of those that `GET /api/scheduler/targets` lists.',
      examples: ['scheduler.test.echo'],
    }),
  ),
  targetPayload: z.nullable(z.record(z.string(), z.unknown())).check(
    z.meta({
      description: `What the message carries or the command gets, up to ${jobLimits.payloadBytes} bytes of JSON.`,
      examples: [{ report: 'totals' }],
    }),
  ),
  requireFeature: z.nullable(text(jobLimits.requireFeature, 0)).check(
    z.meta({
      description:
        'Runs are skipped while this is off in the tenant: a boolean feature toggle of this identifier or, where ' +
        'there is none, a feature that any role of the tenant grants.',
      examples: ['nightly_reports'],
    }),
  ),
  isEnabled: z
    .boolean()
    .check(z.meta({ description: 'A job that is not enabled never fires.', examples: [true] })),
};

/** Ids in a payload select where the caller acts; jobs of the platform are nobody's, so none may be given for them. */
const placeField = (what: string) =>
  z.optional(
    z.nullable(
      uuid(`${what} that the job belongs to; by default the selected one. Not for scope \`system\`.`),
    ),
  );

const createFields = {
  name: field.name,
  description: z.optional(field.description),
  scopeType: field.scopeType,
  scheduleType: field.scheduleType,
  scheduleValue: field.scheduleValue,
  timezone: z.optional(field.timezone),
  targetType: field.targetType,
  targetQueue: z.optional(field.targetQueue),
  targetCommand: z.optional(field.targetCommand),
  targetPayload: z.optional(field.targetPayload),
  requireFeature: z.optional(field.requireFeature),
  isEnabled: z.optional(field.isEnabled),
};

export const CreateJob = z.object({
  ...createFields,
  tenantId: placeField('Tenant'),
  organizationId: placeField('Organization'),
});
export type CreateJob = z.infer<typeof CreateJob>;

const { scopeType: _scopeType, ...changeable } = createFields;

/** Any subset of the create fields: what is left out stays as it is. The scope of a job never changes. */
export const UpdateJob = z.object({
  ...optionalFields(changeable),
  id: uuid('Id of the job to change.'),
});
export type UpdateJob = z.infer<typeof UpdateJob>;

const orNull = (schema: z.ZodMiniType<string>, description: string) =>
  z.nullable(schema).check(z.meta({ description }));

export const Job = z
  .object({
    id: uuid('Id of the job, given by the service.'),
    organizationId: orNull(uuid('Organization.'), 'Organization of the job; null in the other scopes.'),
    tenantId: orNull(uuid('Tenant.'), 'Tenant of the job; null for jobs of the platform.'),
    ...field,
    lastRunAt: orNull(timestamp('Time.'), 'When a run of the job last completed; null before the first.'),
    nextRunAt: orNull(timestamp('Time.'), 'When the job fires next; null while it is not enabled.'),
    sourceType: z
      .enum(sourceTypes)
      .check(z.meta({ description: 'Who made the job: people, or a module of the platform for itself.' })),
    sourceModule: textOrNull('Module that made the job; null when people did.', 'data_sync'),
    createdAt: timestamp('When the job was created.'),
    updatedAt: timestamp('When the job was last changed.'),
    deletedAt: orNull(timestamp('Time.'), 'Always null: a deleted job is not shown.'),
    createdByUserId: orNull(uuid('User.'), 'User who created the job; null when an API key did.'),
    updatedByUserId: orNull(uuid('User.'), 'User who changed the job last; null when an API key did.'),
  })
  .check(z.meta({ id: 'ScheduledJob', description: 'Something that is done again and again.' }));
export type Job = z.infer<typeof Job>;

const sorts = z.optional(z.enum(jobSortFields));
const directions = z.optional(z.enum(['asc', 'desc']));

export const ListJobs = z.object({
  ...paging(jobLimits.pageSize, jobLimits.maxPageSize),
  search: z
    .optional(text(jobLimits.name))
    .check(z.meta({ description: 'Text to find in name or description, in any case.' })),
  id: z.optional(uuid('Only the job with this id.')),
  scopeType: z.optional(z.enum(scopeTypes)).check(z.meta({ description: 'Only jobs of this scope.' })),
  isEnabled: z
    .optional(queryBoolean())
    .check(z.meta({ description: 'Only jobs that are enabled, or that are not.' })),
  sourceType: z.optional(z.enum(sourceTypes)).check(z.meta({ description: 'Only jobs of this source.' })),
  sourceModule: z
    .optional(text(jobLimits.target))
    .check(z.meta({ description: 'Only jobs that this module made.' })),
  sortBy: sorts.check(z.meta({ description: 'Field to sort by; `createdAt` by default.' })),
  sortOrder: directions.check(z.meta({ description: 'Direction of the sort; `desc` by default.' })),
  sortField: sorts.check(z.meta({ description: 'Another spelling of `sortBy`.' })),
  sortDir: directions.check(z.meta({ description: 'Another spelling of `sortOrder`.' })),
  sort: sorts.check(z.meta({ description: 'Another spelling of `sortBy`.' })),
  order: directions.check(z.meta({ description: 'Another spelling of `sortOrder`.' })),
});
export type ListJobs = z.infer<typeof ListJobs>;

const count = (description: string, example: number) =>
  z.int().check(z.meta({ description, examples: [example] }));

export const JobList = z.object({
  data: z.array(Job).check(z.meta({ description: 'The jobs of the page.' })),
  meta: z
    .object({
      total: count('Jobs that match, over all pages.', 1),
      pageSize: count('Rows asked for per page.', jobLimits.pageSize),
      page: count('Page number, from 1.', 1),
    })
    .check(z.meta({ description: 'Where the page stands in the list.' })),
});

const request = {
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
  ...request,
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
    'The latest come first by default. Filters combine with AND.',
  feature: 'scheduler.jobs.view',
  query: ListJobs,
  success: { status: 200, description: 'One page of jobs.', result: JobList },
  errors: ['page_too_large'],
  touches: { table: ['Query', 'BatchGetItem'] },
  example: {
    summary: 'The first page',
    response: { data: [response], meta: { total: 1, pageSize: 20, page: 1 } },
  },
});

export const createJob = defineEndpoint({
  ...base,
  operationId: 'createJob',
  method: 'POST',
  path,
  summary: 'Create a scheduled job',
  description:
    'The job fires from its `nextRunAt` on, each time within a minute. Who saves a job with a command that needs a ' +
    'feature must hold it; runs are made in their name, with the rights that they have then.',
  feature: 'scheduler.jobs.manage',
  body: CreateJob,
  success: { status: 200, description: 'The job as created.', result: Job },
  errors: ['scope_required', 'rights_exceeded', 'invalid_schedule', 'unknown_command'],
  etag: true,
  touches: {
    table: ['PutItem', 'UpdateItem'],
    queues: ['scheduler-execution'],
    schedules: ['create', 'delete'],
  },
  example: { summary: 'A message every night', request, response },
});

export const updateJob = defineEndpoint({
  ...base,
  operationId: 'updateJob',
  method: 'PUT',
  path,
  summary: 'Change a scheduled job',
  description:
    'Changes the given fields and leaves all others as they are. Another `scheduleType` needs a new ' +
    '`scheduleValue`, another `targetType` needs its target and clears the one before. An interval is counted from ' +
    'the change of its schedule. `If-Match` refuses to overwrite a newer job.',
  feature: 'scheduler.jobs.manage',
  body: UpdateJob,
  success: { status: 200, description: 'The job as changed.', result: Job },
  errors: ['not_found', 'rights_exceeded', 'invalid_schedule', 'unknown_command', 'stale', 'unfinished'],
  etag: true,
  touches: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    queues: ['scheduler-execution'],
    schedules: ['create', 'update', 'delete'],
  },
  example: {
    summary: 'Switch a job off',
    request: { id: exampleIds.job, isEnabled: false },
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
  errors: ['not_found', 'stale'],
  etag: true,
  touches: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    schedules: ['create', 'delete'],
  },
  example: { summary: 'By its id', request: { id: exampleIds.job }, response: { ok: true } },
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
  errors: ['not_found', 'unfinished'],
  etag: true,
  touches: {
    table: ['GetItem', 'PutItem', 'UpdateItem'],
    queues: ['scheduler-execution'],
    schedules: ['create', 'update'],
  },
  example: { summary: 'A mistake undone', request: { id: exampleIds.job }, response },
});
