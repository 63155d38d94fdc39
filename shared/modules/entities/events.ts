import * as z from 'zod/mini';
import { field, resourceData, resourceEvents, text, textOrNull } from '../../kernel/events/definition.ts';

const definition = resourceData('definition', 'tenant', {
  entityType: text('Type of the records that have the field.', 'sales.order'),
  key: text('Key of the field.', 'priority'),
  kind: text('Kind of the values.', 'select'),
});

const values = z.record(z.string(), z.unknown());
const record = resourceData('record', 'organization', {
  entityType: text('Type of the record, `<module>.<entity>`.', 'sales.order'),
  externalId: textOrNull('Your own identifier.', 'SO-1001'),
  fields: field(values, 'Data of the record.', { number: 'SO-1001', total: 250 }),
  customFields: field(values, 'Values of defined custom fields by key.', { priority: 'high' }),
});

/** The documented placeholder for the entity type in event types. */
export const anyEntityType = '<entityType>';

export const events = [
  ...resourceEvents(definition, {
    'entities.definition.created': 'A custom field was defined.',
    'entities.definition.updated': 'The definition of a custom field was replaced.',
    'entities.definition.deleted': 'A custom field was deleted.',
  }),
  ...resourceEvents(record, {
    '<entityType>.created':
      'A record was created; the event is named after the record’s own type, as in `sales.order.created`.',
    '<entityType>.updated': 'A record was changed; the event is named after the record’s own type.',
    '<entityType>.deleted': 'A record was deleted; the event is named after the record’s own type.',
  }),
];
