/**
 * The lists of this module that `format=` exports, with all fields of a row in display order. The catalog passes the events
 * of all modules.
 */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import * as catalogue from './catalogue-service.ts';
import { type EventType, listEvents } from './contract.ts';
import { listLoggedEvents } from './log/log-contract.ts';
import * as log from './log/log-service.ts';

export const exportSourcesOf = (events: readonly EventType[]): readonly ExportSource[] => [
  exportSource(
    listEvents,
    {
      fileName: 'events',
      columns: ['type', 'module', 'description', 'clientBroadcast', 'schema', 'sample'],
    },
    catalogue.listEvents(events),
  ),
  exportSource(
    listLoggedEvents,
    {
      fileName: 'event_log',
      columns: [
        ...['id', 'eventId', 'type', 'entityType', 'entityId', 'source', 'tenantId', 'organizationId'],
        ...['occurredAt', 'version', 'depth', 'dataBytes', 'isErased', 'data'],
      ],
    },
    log.listLoggedEvents,
  ),
];
