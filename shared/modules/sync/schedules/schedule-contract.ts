/** Endpoints for schedules of syncs: one for each integration, entity type and direction. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import {
  about,
  alwaysTrue,
  optionalFields,
  paging,
  queryBoolean,
  text,
  timestamp,
  uuid,
} from '../../../kernel/http/fields.ts';
import { idFilter, listOf, searchFilter } from '../../../kernel/lists/list.ts';
import {
  changePermissions,
  deletePermissions,
  jobLimits,
  scheduleTypes,
} from '../../scheduler/public-data.ts';
import { base, syncPath } from '../runs/run-contract.ts';
import { direction, entityType, integrationId, subject } from '../runs/run-fields-contract.ts';

const schedulesPath = `${syncPath}/schedules`;
const schedulePath = `${schedulesPath}/{id}`;
const scheduleId = z.object({ id: uuid('Id of the schedule.') });

const field = {
  scheduleType: z.enum(scheduleTypes).check(about('Format of `scheduleValue`.', 'cron')),
  scheduleValue: text(jobLimits.scheduleValue).check(
    about(
      '`cron`: minute, hour, day of month, month and day of week. `interval`: a whole number and `s`, `m`, `h` or `d`.',
      '0 3 * * *',
    ),
  ),
  timezone: z.string().check(about('IANA time zone of a cron expression.', 'Europe/Paris')),
  fullSync: z
    .boolean()
    .check(
      about('True starts each run from the beginning; false continues where the last such run ended.', false),
    ),
  isEnabled: z.boolean().check(about('A disabled schedule starts no runs.', true)),
};

export const SaveSchedule = z.object({
  ...subject,
  scheduleType: field.scheduleType,
  scheduleValue: field.scheduleValue,
  timezone: z._default(field.timezone, 'UTC'),
  fullSync: z._default(field.fullSync, false),
  isEnabled: z._default(field.isEnabled, true),
});
export type SaveSchedule = z.infer<typeof SaveSchedule>;

export const UpdateSchedule = z
  .object(optionalFields(field))
  .check(z.refine((value) => Object.keys(value).length > 0, { error: 'must contain a field to change' }));
export type UpdateSchedule = z.infer<typeof UpdateSchedule>;

const moment = (description: string) => z.nullable(timestamp(description));

export const SyncSchedule = z
  .object({
    id: uuid('Id of the schedule.'),
    ...subject,
    ...field,
    scheduledJobId: uuid('Scheduled job that starts the runs; its executions show the results.'),
    lastRunAt: moment('When it last started a run; null before the first.'),
    nextRunAt: moment('When it is due next; null while it is disabled.'),
    createdAt: timestamp('When it was created.'),
    updatedAt: timestamp('When it was last changed.'),
  })
  .check(z.meta({ id: 'SyncSchedule', description: 'A schedule that starts runs of one kind of sync.' }));
export type SyncSchedule = z.infer<typeof SyncSchedule>;

export const scheduleExample = {
  integrationId: 'sync_s3_files',
  entityType: 'crm.customer',
  direction: 'import',
  scheduleType: 'cron',
  scheduleValue: '0 3 * * *',
  timezone: 'Europe/Paris',
} as const;

export const ListSchedules = z.object({
  ...paging(),
  ...idFilter(),
  ...searchFilter('integrationId, entityType or scheduleValue'),
  integrationId: z.optional(integrationId).check(about('Only schedules of this integration.')),
  entityType: z.optional(entityType).check(about('Only schedules of this entity type.')),
  direction: z.optional(direction).check(about('Only schedules of this direction.')),
  isEnabled: z
    .optional(queryBoolean())
    .check(about('True for enabled schedules only, false for disabled ones only.')),
});
export type ListSchedules = z.infer<typeof ListSchedules>;

const feature = 'data_sync.configure';

export const listSyncSchedules = defineEndpoint({
  ...base,
  ...operation('listSyncSchedules', 'GET', schedulesPath),
  summary: 'List sync schedules',
  description:
    'Returns the schedules of the selected organizations, newest first. Filters are combined with AND.',
  feature,
  query: ListSchedules,
  success: returns(listOf(SyncSchedule)),
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const saveSyncSchedule = defineEndpoint({
  ...base,
  ...operation('saveSyncSchedule', 'POST', schedulesPath),
  summary: 'Schedule a sync',
  description:
    'Starts runs at the times of a cron expression or at intervals. An organization has one schedule per ' +
    'integration, entity type and direction: an existing schedule is changed. The schedule is a scheduled job ' +
    'that runs the command `data_sync.run` with the rights of the user who saved it, who must hold the feature ' +
    '`data_sync.run` now and at each run. A time is skipped while such a run is active or the integration is ' +
    'disabled.',
  feature,
  body: SaveSchedule,
  success: creates(SyncSchedule),
  errors: [
    'not_found',
    'sync_adapter_missing',
    'rights_exceeded',
    'invalid_schedule',
    'limit_reached',
    'stale',
    'unfinished',
  ],
  etag: true,
  permissions: changePermissions,
});

export const getSyncSchedule = defineEndpoint({
  ...base,
  ...operation('getSyncSchedule', 'GET', schedulePath),
  summary: 'Read a sync schedule',
  description: 'Returns the schedule with the times of its last and next run.',
  feature,
  params: scheduleId,
  success: returns(SyncSchedule),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const updateSyncSchedule = defineEndpoint({
  ...base,
  ...operation('updateSyncSchedule', 'PUT', schedulePath),
  summary: 'Change a sync schedule',
  description:
    'Changes the given fields, at least one, and leaves all others as they are. A new `scheduleType` requires a ' +
    'new `scheduleValue`.',
  feature,
  params: scheduleId,
  body: UpdateSchedule,
  success: returns(SyncSchedule),
  errors: ['not_found', 'rights_exceeded', 'invalid_schedule', 'stale', 'unfinished'],
  etag: true,
  permissions: changePermissions,
});

export const deleteSyncSchedule = defineEndpoint({
  ...base,
  ...operation('deleteSyncSchedule', 'DELETE', schedulePath),
  summary: 'Delete a sync schedule',
  description: 'The schedule starts no further runs; an active run continues.',
  feature,
  params: scheduleId,
  success: returns(
    z.object({
      deleted: alwaysTrue(),
    }),
  ),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: deletePermissions,
});
