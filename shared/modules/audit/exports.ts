/** The lists of this module that `format=` exports. Columns are in the order of the file. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import * as audit from './audit-service.ts';
import { listAuditActions } from './contract.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listAuditActions,
    {
      fileName: 'audit_actions',
      columns: [
        'id',
        'createdAt',
        'action',
        'resource',
        'resourceId',
        'actorType',
        'actorId',
        'method',
        'factors',
        'tenantId',
        'organizationId',
        'requestId',
        'changes',
      ],
    },
    audit.listAuditActions,
  ),
];
