/** The errors of this module. Functions hold those that they throw; `integrationErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const integrationDisabled = { code: 'integration_disabled', status: 409 } as const;
const notVersioned = { code: 'not_versioned', status: 422 } as const;
const credentialsMissing = { code: 'credentials_missing', status: 422 } as const;

/** The integration declares no API versions. */
export class NotVersionedError extends AppError {
  constructor() {
    super(notVersioned, 'This integration is not versioned');
  }
}

/** The integration is disabled, or its provider rejects the credentials. */
export class IntegrationDisabledError extends AppError {
  constructor(integrationId: string, reason: 'switched off' | 'refused') {
    const path = `/api/integrations/${integrationId}`;
    const message =
      reason === 'refused'
        ? `The provider of ${integrationId} rejects the saved credentials: save valid ones with PUT ${path}/credentials.`
        : `The integration ${integrationId} is disabled: enable it with PUT ${path}/state.`;
    super(integrationDisabled, message, { body: { integrationId } });
  }
}

/** Some or all required credentials of the integration are missing. */
export class CredentialsMissingError extends AppError {
  constructor(integrationId: string, missing: readonly string[]) {
    super(credentialsMissing, credentialsMissingText(integrationId, missing), {
      body: { message: 'Missing credentials', integrationId, missing },
    });
  }
}

function credentialsMissingText(integrationId: string, missing: readonly string[]): string {
  const what = missing.length === 0 ? 'its credentials' : missing.join(', ');
  return `The integration ${integrationId} is not configured: save ${what} with PUT /api/integrations/${integrationId}/credentials.`;
}

export const integrationErrors: readonly DocumentedError[] = [
  {
    type: integrationDisabled,
    meaning: 'The integration is disabled, or its provider rejects the credentials.',
    example: {
      error:
        'The integration sync_http_json is disabled: enable it with PUT /api/integrations/sync_http_json/state.',
      integrationId: 'sync_http_json',
    },
  },
  {
    type: notVersioned,
    meaning: 'The integration does not offer versions of the provider’s API.',
    example: { error: 'This integration is not versioned' },
  },
  {
    type: credentialsMissing,
    meaning: 'Required credentials of the integration are not saved; `missing` lists them.',
    example: {
      error:
        'The integration sync_http_json is not configured: save token with PUT ' +
        '/api/integrations/sync_http_json/credentials.',
      message: 'Missing credentials',
      integrationId: 'sync_http_json',
      missing: ['token'],
    },
  },
];
