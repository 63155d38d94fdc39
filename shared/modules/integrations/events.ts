import * as z from 'zod/mini';
import {
  field,
  flag,
  resourceData,
  resourceEvents,
  text,
  textOrNull,
} from '../../kernel/events/definition.ts';

const integrationId = text('Id of the integration or bundle.', 'gateway_stripe');
const actor = text(
  'User, API key or system that made the change.',
  'user:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
);

const state = resourceData('integration', 'organization', {
  integrationId,
  isEnabled: flag('Whether the integration is enabled.', true),
  reauthRequired: flag('Whether the provider rejects the credentials.', false),
  actor,
});
const version = resourceData('integration', 'organization', {
  integrationId,
  apiVersion: text('The new version.', '2023-10-16'),
  previousVersion: text('The previous version.', '2025-02-24.acacia'),
  actor,
});
const credentials = resourceData('integration or bundle', 'organization', {
  integrationId,
  credentialsKeys: field(z.array(z.string()), 'Names of the saved credentials.', ['secretKey']),
  actor,
});
const health = resourceData('integration', 'organization', {
  integrationId,
  status: text('Health: `healthy`, `degraded` or `unhealthy`.', 'unhealthy'),
  previousStatus: textOrNull('Health of the previous check; null for the first check.', 'healthy'),
  message: textOrNull('Message of the health check.', 'The API refuses the token (401).'),
  actor,
});

export const events = [
  ...resourceEvents(state, {
    'integrations.state.updated':
      'An integration was enabled or disabled, or its provider rejected or accepted its credentials.',
  }),
  ...resourceEvents(version, {
    'integrations.version.changed': 'A different version of a provider’s API was selected.',
  }),
  ...resourceEvents(credentials, {
    'integrations.credentials.updated': 'Credentials of an integration or a bundle were saved.',
  }),
  ...resourceEvents(health, {
    'integrations.health.changed': 'The health of an integration changed since its previous check.',
  }),
];
