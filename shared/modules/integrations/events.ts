import * as z from 'zod/mini';
import {
  field,
  flag,
  resourceData,
  resourceEvents,
  text,
  textOrNull,
} from '../../kernel/events/definition.ts';

const integrationId = text('Id of the integration, or of the bundle.', 'gateway_stripe');
const actor = text('Who did it.', 'user:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33');

const state = resourceData('integration', 'organization', {
  integrationId,
  isEnabled: flag('Whether the integration is enabled.', true),
  reauthRequired: flag('Whether the provider refuses its credentials.', false),
  actor,
});
const version = resourceData('integration', 'organization', {
  integrationId,
  apiVersion: text('The version in effect from now on.', '2023-10-16'),
  previousVersion: text('The version before.', '2025-02-24.acacia'),
  actor,
});
const credentials = resourceData('integration or bundle', 'organization', {
  integrationId,
  credentialsKeys: field(z.array(z.string()), 'Names of what is saved.', ['secretKey']),
  actor,
});
const health = resourceData('integration', 'organization', {
  integrationId,
  status: text('What was found: `healthy`, `degraded` or `unhealthy`.', 'unhealthy'),
  previousStatus: textOrNull('What was found before; null the first time.', 'healthy'),
  message: textOrNull('Why.', 'The API refuses the token (401).'),
  actor,
});

export const events = [
  ...resourceEvents(state, {
    'integrations.state.updated':
      'An integration was switched on or off, or its provider refuses or takes its credentials again.',
  }),
  ...resourceEvents(version, {
    'integrations.version.changed': 'Another version of a provider’s API was chosen.',
  }),
  ...resourceEvents(credentials, {
    'integrations.credentials.updated': 'Credentials of an integration or a bundle were saved.',
  }),
  ...resourceEvents(health, {
    'integrations.health.changed': 'The check of an integration found another health than the one before.',
  }),
];
