/** The endpoint that lists the platform's events, with the others of the module. */
import * as z from 'zod/mini';
import { eventLimits } from '../../kernel/events/limits.ts';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about } from '../../kernel/http/fields.ts';
import { listOf, listQuery } from '../../kernel/lists/list.ts';

export { publishEvent } from './publish-contract.ts';
export { streamEvents } from './stream/stream-contract.ts';

export const EventType = z
  .object({
    type: z
      .string()
      .check(
        about(
          'Name of the event, `<module>.<entity>.<action>`. Records of your own types have events named after ' +
            'the type, which `<entityType>` stands for.',
          'business_rules.rule.updated',
        ),
      ),
    module: z.string().check(about('Module that publishes it.', 'business_rules')),
    description: z.string().check(about('When it is published.', 'A business rule was changed.')),
    clientBroadcast: z.boolean().check(about('Whether the event stream sends it to browsers.', false)),
    schema: z.record(z.string(), z.unknown()).check(
      about('JSON Schema (2020-12) of the event’s data. New fields can be added to events.', {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
      }),
    ),
    sample: z
      .record(z.string(), z.unknown())
      .check(about('Sample data of the event.', { id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10' })),
  })
  .check(z.meta({ id: 'EventType', description: 'An event that the platform publishes.' }));
export type EventType = z.infer<typeof EventType>;

export const ListEvents = z.object({
  ...listQuery({ sortFields: ['type', 'module'], searches: 'type or description' }),
  id: z
    .optional(z.string().check(z.maxLength(eventLimits.type)))
    .check(about('Only the event with this type, which is its id.', 'auth.role.deleted')),
  module: z
    .optional(z.string().check(z.maxLength(eventLimits.type)))
    .check(about('Only events of this module.', 'business_rules')),
});
export type ListEvents = z.infer<typeof ListEvents>;

export const listEvents = defineEndpoint({
  module: 'events',
  auth: 'caller',
  scope: 'none',
  ...operation('listEvents', 'GET', '/api/events'),
  summary: 'List the events of the platform',
  description:
    'Returns every event that the platform publishes, with the JSON Schema of its data and a sample. Events ' +
    'that you publish yourself are not listed. Every caller may read the list.',
  query: ListEvents,
  success: returns(listOf(EventType)),
});
