/** The endpoints that enable integrations and select the version of their API. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, text, textOrNull, timestampOrNull } from '../../kernel/http/fields.ts';
import { integrationLimits } from './limits.ts';

export const base = { module: 'integrations', auth: 'caller', scope: 'organization' } as const;

export const integrationsPath = '/api/integrations';
export const byId = `${integrationsPath}/{id}`;

export const idParam = z.object({
  // The registry defines the ids, so an unknown text returns 404 instead of 400.
  id: z
    .string()
    .check(z.minLength(1), z.maxLength(integrationLimits.id))
    .check(about('Id of the integration.', 'gateway_stripe')),
});

export const healthStatuses = ['healthy', 'degraded', 'unhealthy', 'unconfigured'] as const;

export const stateFields = {
  isEnabled: z.boolean().check(about('Whether the integration is enabled.', true)),
  reauthRequired: z
    .boolean()
    .check(about('True if the provider rejects the credentials; saving new credentials resets it.', false)),
  apiVersion: textOrNull(
    'The chosen version of the provider’s API; null for the default.',
    '2025-02-24.acacia',
  ),
};

export const lastHealthFields = {
  lastHealthCheckedAt: timestampOrNull('When the health was last checked.'),
  lastHealthLatencyMs: z.nullable(z.int()).check(about('Duration of the last check in milliseconds.', 142)),
};

export const IntegrationState = z
  .object({
    ...stateFields,
    lastHealthStatus: z
      .nullable(z.enum(['healthy', 'degraded', 'unhealthy']))
      .check(about('Result of the last check.', 'healthy')),
    ...lastHealthFields,
    enabledAt: timestampOrNull('When the integration was last enabled.'),
    updatedAt: timestampOrNull('When state or version were last changed.'),
  })
  .check(z.meta({ id: 'IntegrationState', description: 'State of an integration in an organization.' }));
export type IntegrationState = z.infer<typeof IntegrationState>;

const atLeastOne = z.refine<{ isEnabled?: boolean | undefined; reauthRequired?: boolean | undefined }>(
  ({ isEnabled, reauthRequired }) => isEnabled !== undefined || reauthRequired !== undefined,
  { error: 'At least one of isEnabled and reauthRequired is required' },
);
export const UpdateState = z
  .object({
    isEnabled: z.optional(stateFields.isEnabled),
    reauthRequired: z.optional(stateFields.reauthRequired),
  })
  .check(atLeastOne);
export type UpdateState = z.infer<typeof UpdateState>;

export const updateIntegrationState = defineEndpoint({
  ...base,
  ...operation('updateIntegrationState', 'PUT', `${byId}/state`),
  summary: 'Enable or disable an integration',
  description:
    'Changes the given fields and leaves all others as they are. `webhook_custom` enables or disables ' +
    'deliveries, retries, tests and inbound webhooks of the organization.',
  feature: 'integrations.manage',
  params: idParam,
  body: UpdateState,
  success: returns(z.object({ ...stateFields, updatedAt: timestampOrNull('When the state was changed.') })),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});

const versionName = text(integrationLimits.apiVersion).check(
  about('A version that the integration declares.', '2023-10-16'),
);

export const updateIntegrationVersion = defineEndpoint({
  ...base,
  ...operation('updateIntegrationVersion', 'PUT', `${byId}/version`),
  summary: 'Select the version of a provider’s API',
  description: 'Selects one of the versions that the integration declares, unless it has been shut down.',
  feature: 'integrations.manage',
  params: idParam,
  body: z.object({ apiVersion: versionName }),
  success: returns(
    z.object({
      apiVersion: versionName,
      previousVersion: z.string().check(about('The previous version.', '2025-02-24.acacia')),
    }),
  ),
  errors: ['not_found', 'stale', 'not_versioned'],
  etag: true,
  permissions: { table: ['Query', 'PutItem', 'UpdateItem'] },
});
