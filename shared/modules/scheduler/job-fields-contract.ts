/** Schemas that the scheduler's endpoints share. */
import * as z from 'zod/mini';
import { conditionField } from '../../kernel/conditions/condition-contract.ts';
import {
  about,
  count,
  nameText,
  optionalFields,
  paging,
  queryBoolean,
  text,
  textOrNull,
  timestamp,
  uuid,
} from '../../kernel/http/fields.ts';
import { blockedReason, runAs, runAsFilter } from '../identity/public-data.ts';
import { targetPayload } from './job-secrets.ts';
import { jobLimits } from './limits.ts';

export const exampleIds = {
  run: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10-1772413200000',
  tenant: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  organization: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
} as const;

export const done = z.object({ ok: z.boolean().check(about('Always true.')) });

/** The permissions for changing a job, from an endpoint of any module. */
export const changePermissions = {
  table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  queues: ['scheduler-execution'],
  schedules: ['create', 'update', 'get', 'delete'],
} as const;

/**
 * The permissions for deleting one. They include creating schedules, because the job may be restored
 * concurrently.
 */
export const deletePermissions = {
  table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  schedules: ['create', 'delete'],
} as const;

// The schemas of scheduled jobs in requests and responses.

const scopeTypes = ['system', 'organization', 'tenant'] as const;
export const scheduleTypes = ['cron', 'interval'] as const;
const targetTypes = ['queue', 'command'] as const;
const sourceTypes = ['user', 'module'] as const;
const jobSortFields = ['name', 'nextRunAt', 'createdAt'] as const;

const condition = conditionField(
  'Condition of the runs; while it is false, runs are skipped. It can read `tenant` and `organization` (`id`, `name`), `job`, `time` (`now`, `date`, ' +
    '`hour`, `weekday` in UTC) and `toggles.<identifier>`, the value of a feature toggle in the tenant; at most ' +
    `${jobLimits.conditionToggles} of them. The execution says which comparison decided it. Null runs at each time.`,
  { field: 'toggles.nightly_reports', operator: '=', value: true },
);

const field = {
  name: nameText(jobLimits.name).check(about('Name of the job.', 'Nightly report')),
  description: z
    .nullable(text(jobLimits.description, 0))
    .check(about('Description of the job.', 'Totals of the day for finance.')),
  scopeType: z
    .enum(scopeTypes)
    .check(
      about(
        'Owner of the job: the selected organization, the whole tenant, or the platform (only for super admins).',
        'organization',
      ),
    ),
  scheduleType: z.enum(scheduleTypes).check(about('Format of `scheduleValue`.', 'cron')),
  scheduleValue: text(jobLimits.scheduleValue, 0).check(
    about(
      '`cron`: minute, hour, day of month, month and day of week, with lists, ranges, steps and names; ' +
        'times match either of the day fields, or both if one begins with `*`. `interval`: a whole number and `s`, `m`, `h` ' +
        'or `d`.',
      '0 9 * * MON-FRI',
    ),
  ),
  timezone: z
    .string()
    .check(
      about(
        'IANA time zone of a cron expression. A local time that does not exist on the day of a clock change is ' +
          'skipped; a time that exists twice fires once. Intervals have no time zone.',
        'Europe/Paris',
      ),
    ),
  targetType: z.enum(targetTypes).check(about('What the job does when it is due.', 'queue')),
  targetQueue: z
    .nullable(text(jobLimits.target, 0))
    .check(
      about(
        'Queue that receives a message, as listed by `GET /api/scheduler/targets`. Empty counts as absent.',
        'jobs',
      ),
    ),
  targetCommand: z
    .nullable(text(jobLimits.target, 0))
    .check(
      about(
        'Command of the job, as listed by `GET /api/scheduler/targets`. Empty counts as absent.',
        'scheduler.test.echo',
      ),
    ),
  targetPayload,
  requireFeature: z
    .nullable(text(jobLimits.requireFeature, 0))
    .check(
      about(
        'Runs are skipped while this is off in the tenant: a boolean feature toggle of this identifier or, where ' +
          'there is none, a feature that any role of the tenant grants.',
        'nightly_reports',
      ),
    ),
  isEnabled: z.boolean().check(about('A disabled job never fires.', true)),
};

/** Ids in a payload would select the caller's scope; platform jobs belong to no tenant, so they must be absent. */
const placeField = (what: string) =>
  z.optional(
    z.nullable(
      uuid(`${what} that the job belongs to; by default the selected one. Not for scope \`system\`.`),
    ),
  );

/** The fields of a job's schedule. */
export const scheduleFields = {
  scheduleType: field.scheduleType,
  scheduleValue: field.scheduleValue,
  timezone: field.timezone,
};

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
  condition: z.optional(condition),
};

export const CreateJob = z.object({
  ...createFields,
  tenantId: placeField('Tenant'),
  organizationId: placeField('Organization'),
});
export type CreateJob = z.infer<typeof CreateJob>;

/** Any subset of the fields of a new job; absent fields stay unchanged. */
export const UpdateJob = z.object({
  ...optionalFields(createFields),
  tenantId: placeField('Tenant'),
  organizationId: placeField('Organization'),
  id: uuid('Id of the job to change.'),
});
export type UpdateJob = z.infer<typeof UpdateJob>;

const orNull = (schema: z.ZodMiniType<string>, description: string) =>
  z.nullable(schema).check(about(description));

/** Returns a new schema for every field, because a schema has one description. */
const actor = (description: string, example: string) => z.string().check(about(description, example));

export const Job = z
  .object({
    id: uuid('Id of the job.'),
    organizationId: orNull(uuid('Organization.'), 'Organization of the job; null in the other scopes.'),
    tenantId: orNull(uuid('Tenant.'), 'Tenant of the job; null for jobs of the platform.'),
    ...field,
    lastRunAt: orNull(timestamp('Time.'), 'When a run of the job last completed; null before the first.'),
    nextRunAt: orNull(timestamp('Time.'), 'When the job fires next; null while it is disabled.'),
    sourceType: z.enum(sourceTypes).check(about('Source of the job: a user, or a module of the platform.')),
    sourceModule: textOrNull('Module that created the job; null if a user did.', 'data_sync'),
    createdAt: timestamp('When the job was created.'),
    updatedAt: timestamp('When the job was last changed.'),
    deletedAt: orNull(timestamp('Time.'), 'Always null: a deleted job is not shown.'),
    createdBy: actor(
      'Who created the job: `user:<id>`, `api_key:<id>` or `system:<module>`.',
      'user:3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44',
    ),
    updatedBy: actor(
      'Who last changed the job, in the same format.',
      'user:3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44',
    ),
    createdByUserId: orNull(uuid('User.'), 'User who created the job; null if an API key did.'),
    updatedByUserId: orNull(uuid('User.'), 'User who last changed the job; null if an API key did.'),
    runAs,
    blockedReason,
    condition: z.optional(condition),
  })
  .check(z.meta({ id: 'ScheduledJob', description: 'A scheduled job.' }));
export type Job = z.infer<typeof Job>;

export const ListJobs = z.object({
  ...paging(jobLimits.pageSize, jobLimits.maxPageSize),
  search: z
    .optional(text(jobLimits.name))
    .check(about('Text to find in name or description, ignoring case.')),
  id: z.optional(uuid('Only the job with this id.')),
  scopeType: z.optional(z.enum(scopeTypes)).check(about('Only jobs of this scope.')),
  isEnabled: z
    .optional(queryBoolean())
    .check(about('True for enabled jobs only, false for disabled ones only.')),
  sourceType: z.optional(z.enum(sourceTypes)).check(about('Only jobs of this source.')),
  sourceModule: z.optional(text(jobLimits.target)).check(about('Only jobs that this module created.')),
  runAs: runAsFilter,
  sortBy: z._default(z.enum(jobSortFields), 'createdAt').check(about('Field to sort by.')),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'desc').check(about('Direction of the sort.')),
});
export type ListJobs = z.infer<typeof ListJobs>;

export const JobList = z.object({
  data: z.array(Job).check(about('The jobs of the page.')),
  meta: z
    .object({
      total: count('Number of matching jobs on all pages.', 1),
      pageSize: count('Requested rows per page.', jobLimits.pageSize),
      page: count('Page number, from 1.', 1),
    })
    .check(about('Where the page stands in the list.')),
});
