import * as z from 'zod/mini';
import {
  field,
  flag,
  id,
  resourceData,
  resourceEvents,
  text,
  textOrNull,
} from '../../../kernel/events/definition.ts';

const endpoint = resourceData('endpoint', 'organization', {
  name: text('Name of the endpoint.', 'Repository'),
  providerKey: text('Provider that sends the messages.', 'github'),
  isActive: flag('Whether it accepts messages.', true),
});

const message = {
  endpointId: id('Endpoint that received the message.'),
  providerKey: text('Provider that sent the message.', 'github'),
  messageId: textOrNull('The provider’s id of the message.', '72d3162e-cc78-11e3-81ab-4c9367dc0958'),
  eventType: text('The provider’s event type.', 'pull_request.opened'),
};

const payload = field(z.unknown(), 'Payload of the message.', { action: 'opened', number: 7 });

/** The documented placeholder type of inbound events. */
const anyInboundType = 'inbound.<provider>.<event>';

export const inboundEvents = [
  ...resourceEvents(endpoint, {
    'webhooks.inbound_endpoint.created': 'An inbound endpoint was created.',
    'webhooks.inbound_endpoint.updated': 'An inbound endpoint was changed.',
    'webhooks.inbound_endpoint.rotated': 'The secret of an inbound endpoint was replaced.',
    'webhooks.inbound_endpoint.deleted': 'An inbound endpoint was deleted.',
  }),
  ...resourceEvents(
    resourceData('message', 'organization', {
      ...message,
      messageKey: text('Hash that identifies repeated messages.', '9f86d081884c7d65'),
    }),
    { 'webhooks.inbound.received': 'A verified message of a provider was received and will be processed.' },
  ).map((spec) => ({ ...spec, clientBroadcast: true })),
  {
    type: anyInboundType,
    description:
      'A message of a provider; the event is named after both, as in `inbound.github.pull_request_opened`.',
    data: resourceData('message', 'organization', { ...message, payload }),
  },
];
