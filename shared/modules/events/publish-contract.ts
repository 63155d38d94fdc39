/** The endpoint that publishes a team's own events. */
import * as z from 'zod/mini';
import { eventLimits } from '../../kernel/events/limits.ts';
import { accepts, defineEndpoint, operation } from '../../kernel/http/endpoint-spec.ts';
import { about, text } from '../../kernel/http/fields.ts';
import { ownEventTypeProblem } from './event-type.ts';

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
  success: accepts(Published),
  errors: ['event_id_conflict'],
  verifiesHops: true,
  permissions: { table: ['GetItem', 'PutItem'], secrets: 'open' },
});
