/** The lists of this module that `format=` exports, with all fields of a row in display order. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { listDefinitions } from './definition-contract.ts';
import * as definitions from './definition-service.ts';
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
      ownColumns: records.customColumns,
    },
    records.exportRecords,
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
    async (reader, query) => (await definitions.listDefinitions(reader, query)).body,
  ),
];
