/** The lists of this module that `format=` exports. Columns are in the order of the file. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { listOverrides } from './override-contract.ts';
import * as overrides from './override-service.ts';
import { listSegments } from './segment-contract.ts';
import * as segments from './segment-service.ts';
import { listToggles } from './toggle-contract.ts';
import * as toggles from './toggle-service.ts';
import { listVisibleToggles } from './usage-contract.ts';
import * as usage from './usage-service.ts';

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
        'prerequisites',
        'metadata',
        'created_at',
        'updated_at',
      ],
    },
    toggles.listToggles,
  ),
  exportSource(
    listOverrides,
    {
      fileName: 'feature_toggle_overrides',
      columns: ['id', 'toggleId', 'identifier', 'name', 'category', 'tenantId', 'tenantName', 'isOverride'],
    },
    overrides.listOverrides,
  ),
  exportSource(
    listVisibleToggles,
    {
      fileName: 'visible_feature_toggles',
      columns: [
        'id',
        'identifier',
        'name',
        'description',
        'category',
        'type',
        'defaultValue',
        'prerequisites',
        'metadata',
        'isOverride',
        'rules',
        'isKilled',
        'owner',
        'expiresAt',
        'lastEvaluatedAt',
        'staleReasons',
      ],
    },
    usage.listVisibleToggles,
  ),
  exportSource(
    listSegments,
    {
      fileName: 'feature_toggle_segments',
      columns: [
        'id',
        'name',
        'description',
        'condition',
        'segments',
        'isGlobal',
        'uses',
        'createdAt',
        'updatedAt',
      ],
    },
    segments.listSegments,
  ),
];
