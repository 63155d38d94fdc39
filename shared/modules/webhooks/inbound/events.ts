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
  providerKey: text('Who sends to it.', 'github'),
  isActive: flag('Whether it takes messages.', true),
});

const message = {
  endpointId: id('Endpoint that it came to.'),
  providerKey: text('Who sent it.', 'github'),
  messageId: textOrNull('The provider’s own id of it.', '72d3162e-cc78-11e3-81ab-4c9367dc0958'),
  eventType: text('The provider’s name of what happened.', 'pull_request.opened'),
};

const payload = field(z.unknown(), 'What the provider sent.', { action: 'opened', number: 7 });

/** The documented placeholder type of inbound events. */
const anyInboundType = 'inbound.<provider>.<event>';

export const inboundEvents = [
  ...resourceEvents(endpoint, {
    'inbound.endpoint.created': 'An inbound endpoint was opened.',
    'inbound.endpoint.updated': 'An inbound endpoint was changed.',
    'inbound.endpoint.rotated': 'The secret of an inbound endpoint was replaced.',
    'inbound.endpoint.deleted': 'An inbound endpoint was deleted.',
  }),
  ...resourceEvents(
    resourceData('message', 'organization', {
      ...message,
      messageKey: text('Hash of what makes two messages the same.', '9f86d081884c7d65'),
    }),
    { 'webhooks.inbound.received': 'A genuine message of a provider was received; it is processed next.' },
  ).map((spec) => ({ ...spec, clientBroadcast: true })),
  {
    type: anyInboundType,
    description:
      'A message of a provider; the event is named after both, as in `inbound.github.pull_request_opened`.',
    data: resourceData('message', 'organization', { ...message, payload }),
  },
];
