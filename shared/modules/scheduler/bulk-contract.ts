/** Endpoints that change or delete several scheduled jobs. */
import * as z from 'zod/mini';
import { defineEndpoint, returns } from '../../kernel/http/endpoint-spec.ts';
import { about } from '../../kernel/http/fields.ts';
import {
  BulkResponse,
  bulkDeletionDescription,
  bulkDescription,
  bulkIds,
} from '../../kernel/lists/bulk-contract.ts';
import { changePermissions, deletePermissions } from './job-fields-contract.ts';

const base = { module: 'scheduler', auth: 'caller', scope: 'optional', method: 'POST' } as const;
const path = '/api/scheduler/jobs';
const ids = bulkIds('job');
const feature = 'scheduler.jobs.manage';

export const BulkUpdateJobs = z.object({
  ids,
  isEnabled: z.boolean().check(about('Whether to enable the jobs.', false)),
});
export type BulkUpdateJobs = z.infer<typeof BulkUpdateJobs>;

export const bulkUpdateJobs = defineEndpoint({
  ...base,
  operationId: 'bulkUpdateJobs',
  path: `${path}/bulk-update`,
  summary: 'Enable or disable several scheduled jobs',
  description:
    `Enables or disables up to 100 jobs. ${bulkDescription} The schedules are updated one after another. If a result has the ` +
    'code `unfinished`, the job is stored but its schedule is not updated yet: repeat the request.',
  feature,
  body: BulkUpdateJobs,
  success: returns(BulkResponse),
  permissions: { ...changePermissions, table: ['BatchGetItem', ...changePermissions.table] },
});

export const bulkDeleteJobs = defineEndpoint({
  ...base,
  operationId: 'bulkDeleteJobs',
  path: `${path}/bulk-delete`,
  summary: 'Delete several scheduled jobs',
  description: `Deletes up to 100 jobs. Each can be restored for 30 days. ${bulkDeletionDescription}`,
  feature,
  body: z.object({ ids }),
  success: returns(BulkResponse),
  permissions: { ...deletePermissions, table: ['BatchGetItem', ...deletePermissions.table] },
});
