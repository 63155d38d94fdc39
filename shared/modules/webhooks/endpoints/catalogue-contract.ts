/** The endpoint that lists events for subscriptions. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about } from '../../../kernel/http/fields.ts';
import { webhooksPath } from './webhook-fields-contract.ts';

const textField = (description: string, example: string) => z.string().check(about(description, example));
const flag = (description: string) => z.boolean().check(about(description, false));

export const DeliverableEvent = z
  .object({
    id: textField('Name of the event, for subscriptions.', 'business_rules.rule.updated'),
    label: textField('Display name.', 'Business rules: rule updated'),
    description: textField('When it is published.', 'A business rule was changed.'),
    category: z
      .enum(['crud', 'lifecycle'])
      .check(about('`crud` events report that a resource was created, updated or deleted.', 'crud')),
    module: textField('Module that publishes it.', 'business_rules'),
    entity: textField('Resource of the event.', 'rule'),
    excludeFromTriggers: flag('Always false: events that webhooks cannot receive are not listed.'),
    clientBroadcast: flag('Whether the event stream sends it to browsers.'),
    schema: z.record(z.string(), z.unknown()).check(
      about('JSON Schema (2020-12) of `data`. New fields can be added to events.', {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
      }),
    ),
    sample: z.record(z.string(), z.unknown()).check(
      about('A complete sample body.', {
        type: 'business_rules.rule.updated',
        timestamp: '2026-03-01T09:30:00.000Z',
        data: { id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10' },
      }),
    ),
  })
  .check(z.meta({ id: 'DeliverableEvent', description: 'An event that webhooks can subscribe to.' }));
export type DeliverableEvent = z.infer<typeof DeliverableEvent>;

const WebhookEventList = z.object({
  data: z.array(DeliverableEvent).check(about('The events by name.')),
  total: z.int().check(about('Number of events.', 1)),
  templates: z
    .array(DeliverableEvent)
    .check(
      about(
        'Events whose names depend on your data, such as `<entityType>.created`: to subscribe to one, replace ' +
          '`<…>` with your own type, provider or event.',
        [],
      ),
    ),
});
export type WebhookEventList = z.infer<typeof WebhookEventList>;

export const listWebhookEvents = defineEndpoint({
  module: 'webhooks',
  auth: 'caller',
  scope: 'none',
  ...operation('listWebhookEvents', 'GET', `${webhooksPath}/events`),
  summary: 'List the events that webhooks can subscribe to',
  description:
    'Returns every event of the platform that webhooks can subscribe to, sorted by name, with the schema of its ' +
    'data and a sample body. Webhooks can also subscribe to events that you publish yourself.',
  feature: 'webhooks.view',
  success: returns(WebhookEventList),
});
