/** The lists of this module that `format=` exports. Columns are in the order of the file. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { listProgressJobs } from './contract.ts';
import * as progress from './list-service.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listProgressJobs,
    {
      fileName: 'progress_jobs',
      columns: [
        'id',
        'jobType',
        'name',
        'description',
        'status',
        'progressPercent',
        'processedCount',
        'totalCount',
        'etaSeconds',
        'cancellable',
        'meta',
        'errorMessage',
        'parentJobId',
        'startedAt',
        'finishedAt',
        'createdAt',
        'tenantId',
        'organizationId',
      ],
    },
    progress.listProgressJobs,
  ),
];
