/** The lists of this module that `format=` exports, with all fields of a row in display order. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { listJobs } from './job-contract.ts';
import * as jobs from './job-reads.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listJobs,
    {
      fileName: 'scheduled_jobs',
      columns: [
        'id',
        'organizationId',
        'tenantId',
        'scopeType',
        'name',
        'description',
        'scheduleType',
        'scheduleValue',
        'timezone',
        'targetType',
        'targetQueue',
        'targetCommand',
        'targetPayload',
        'requireFeature',
        'isEnabled',
        'lastRunAt',
        'nextRunAt',
        'sourceType',
        'sourceModule',
        'createdAt',
        'createdBy',
        'updatedAt',
        'updatedBy',
        'deletedAt',
        'createdByUserId',
        'updatedByUserId',
        'runAs',
        'blockedReason',
        'condition',
      ],
    },
    async (caller, query) => {
      const { data, meta } = await jobs.listJobs(caller, query);
      return { items: data, totalPages: Math.ceil(meta.total / meta.pageSize) };
    },
  ),
];
