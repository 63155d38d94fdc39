/** The lists of this module that `format=` exports: all fields of a row in the order to show them. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { listOverrides, listToggles } from './contract.ts';
import * as overrides from './override-service.ts';
import * as toggles from './toggle-service.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listToggles,
    {
      fileName: 'feature_toggles',
      columns: [
        'id',
        'identifier',
        'name',
        'description',
        'category',
        'type',
        'defaultValue',
        'created_at',
        'updated_at',
      ],
    },
    ({ query }) => toggles.listToggles(query),
  ),
  exportSource(
    listOverrides,
    {
      fileName: 'feature_toggle_overrides',
      columns: ['id', 'toggleId', 'identifier', 'name', 'category', 'tenantId', 'tenantName', 'isOverride'],
    },
    ({ scope, query }) => overrides.listOverrides(scope, query),
  ),
];
