/** The lists of this module that `format=` exports: all fields of a row in the order to show them. */
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
        'tenantId',
        'organizationId',
        'requestId',
        'changes',
      ],
    },
    ({ scope, principal, query }) => audit.listAuditActions(scope, principal, query, Date.now()),
  ),
];
