/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const NotVersionedError = apiError({
  code: 'not_versioned',
  status: 422,
  when: 'The integration does not offer versions of the provider’s API.',
  message: 'This integration is not versioned',
});

export const IntegrationDisabledError = apiError({
  code: 'integration_disabled',
  status: 409,
  when: 'The integration is disabled, or its provider rejects the credentials.',
  message: (integrationId: string, reason: 'switched off' | 'refused') =>
    reason === 'refused'
      ? `The provider of ${integrationId} rejects the saved credentials: save valid ones with PUT /api/integrations/${integrationId}/credentials.`
      : `The integration ${integrationId} is disabled: enable it with PUT /api/integrations/${integrationId}/state.`,
  body: (integrationId) => ({ integrationId }),
  example: ['sync_http_json', 'switched off'],
});

export const CredentialsMissingError = apiError({
  code: 'credentials_missing',
  status: 422,
  when: 'Required credentials of the integration are not saved; `missing` lists them.',
  message: (integrationId: string, missing: readonly string[]) =>
    `The integration ${integrationId} is not configured: save ${missing.join(', ') || 'its credentials'} with ` +
    `PUT /api/integrations/${integrationId}/credentials.`,
  body: (integrationId, missing) => ({ message: 'Missing credentials', integrationId, missing }),
  example: ['sync_http_json', ['token']],
});
