/** The lists of this module that `format=` exports, with all fields of a row in display order. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { toList } from '../../kernel/lists/list.ts';
import { listDefinitions } from './definition-contract.ts';
import * as definitions from './definition-service.ts';
import { toRecord } from './record.ts';
import { listRecords } from './record-contract.ts';
import * as records from './record-service.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listRecords,
    {
      fileName: 'records',
      columns: [
        'id',
        'entityType',
        'externalId',
        'fields',
        'customFields',
        'tenantId',
        'organizationId',
        'version',
        'createdAt',
        'updatedAt',
      ],
    },
    async ({ scope, query }) => {
      const { items, total } = await records.listRecords(scope, query);
      return toList(query, { items: items.map(toRecord), total });
    },
  ),
  exportSource(
    listDefinitions,
    {
      fileName: 'field_definitions',
      columns: [
        'id',
        'entityType',
        'key',
        'label',
        'kind',
        'multi',
        'options',
        'validation',
        'attachment',
        'createdAt',
        'updatedAt',
      ],
    },
    async ({ scope, query }) => toList(query, await definitions.listDefinitions(scope, query)),
  ),
];
