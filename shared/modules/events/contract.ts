/** Endpoints that list the platform's events and publish a team's own. */
import * as z from 'zod/mini';
import { eventLimits } from '../../kernel/events/limits.ts';
import { accepts, defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, text } from '../../kernel/http/fields.ts';
import { listOf, listQuery } from '../../kernel/lists/list.ts';
import { entityTypePattern, platformModules } from '../entities/public-contract.ts';

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
  success: returns('One page of events.', listOf(EventType)),
});

/** What is wrong with the type of a team's event, or undefined. */
export function ownEventTypeProblem(type: string): string | undefined {
  const [module = '', entity = '', action = '', ...more] = type.split('.');
  const isWellFormed = entityTypePattern.test(`${module}.${entity}`) && /^[a-z][a-z0-9_]*$/.test(action);
  if (!isWellFormed || more.length > 0) {
    return 'must be <module>.<entity>.<action> in lower case, such as sales.order.shipped';
  }
  return platformModules.has(module) ? `must not be of the platform's own module ${module}` : undefined;
}

export const PublishEvent = z.object({
  type: text(eventLimits.type)
    .check(
      z.refine((value) => ownEventTypeProblem(value) === undefined, {
        error: ({ input }) => ownEventTypeProblem(String(input)),
      }),
    )
    .check(
      about(
        '`<module>.<entity>.<action>` in lower case; only the platform publishes events of its own modules.',
        'sales.order.shipped',
      ),
    ),
  data: z.record(z.string(), z.unknown()).check(
    about('Data of the event, any JSON object. `tenantId` and `organizationId` are added.', {
      id: 'SO-1001',
      carrier: 'DHL',
    }),
  ),
  id: z.optional(
    text(eventLimits.id)
      .check(z.regex(/^[\w-]+$/, { error: 'must consist of letters, digits, hyphens and underscores' }))
      .check(
        about(
          'Your own id of the event, for the selected organization. An event that is sent again with its id within ' +
            `${eventLimits.rememberIdDays} days is accepted, but published once; another event with the id is refused ` +
            'with 409 `event_id_conflict`.',
          'shipment-1001',
        ),
      ),
  ),
});
export type PublishEvent = z.infer<typeof PublishEvent>;

const Published = z.object({
  id: z.string().check(about('Id of the event: yours, or a new one.', 'shipment-1001')),
});

export const publishEvent = defineEndpoint({
  module: 'events',
  auth: 'caller',
  scope: 'tenant',
  ...operation('publishEvent', 'POST', '/api/events'),
  summary: 'Publish an event',
  description:
    'Publishes an event of your own module in the selected tenant and organization: webhooks, event-driven ' +
    'rules and queues receive it like events of the platform. The response means that the event is stored; it ' +
    'is delivered at least once, usually within two seconds. The body can have up to 256 KB, and receivers get ' +
    'the whole event. A delivery of the platform that returns here a second time is refused with 409 ' +
    '`loop_detected`, if `webhook-id` and `x-platform-hops` are passed on.',
  feature: 'events.publish',
  body: PublishEvent,
  maxBodyBytes: 262_144,
  idempotencyKey: true,
  success: accepts('The event will be published.', Published),
  errors: ['event_id_conflict'],
  verifiesHops: true,
  permissions: { table: ['GetItem', 'PutItem'], secrets: 'open' },
});
