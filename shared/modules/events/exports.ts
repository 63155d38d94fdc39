/** The lists of this module that `format=` exports, with all fields of a row in display order. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import * as catalogue from './catalogue-service.ts';
import { listEvents } from './contract.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listEvents,
    {
      fileName: 'events',
      columns: ['type', 'module', 'description', 'clientBroadcast', 'schema', 'sample'],
    },
    async ({ query }) => catalogue.listEvents(query),
  ),
];
