/** The lists of this module that `format=` exports: all fields of a row in the order to show them. */
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
