/** The endpoints that read and save credentials of integrations. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, text, timestampOrNull } from '../../kernel/http/fields.ts';
import { maskedSecret } from '../../kernel/secrets/masked.ts';
import { CredentialSchema } from './definition-contract.ts';
import { integrationLimits } from './limits.ts';
import { base, byId, idParam } from './state-contract.ts';

const maxKeys = z.refine<Record<string, unknown>>(
  (credentials) => Object.keys(credentials).length <= integrationLimits.credentialKeys,
  { error: `At most ${integrationLimits.credentialKeys} keys are allowed` },
);
const value = z.nullable(z.union([text(integrationLimits.credentialValue, 0), z.number(), z.boolean()]));

const credentials = z
  .record(text(integrationLimits.credentialKey), value)
  .check(
    maxKeys,
    about(
      `Values by name. Saved secrets and undeclared keys are returned as \`${maskedSecret}\`; secrets without a value are ` +
        'left out.',
      { publishableKey: 'pk_test_1', secretKey: maskedSecret },
    ),
  );

export const SaveCredentials = z.object({ credentials });
export type SaveCredentials = z.infer<typeof SaveCredentials>;

export const IntegrationCredentials = z
  .object({
    integrationId: z.string().check(about('Id of the integration or bundle.', 'gateway_stripe')),
    schema: CredentialSchema,
    credentials,
    secretFieldsConfigured: z
      .record(z.string(), z.boolean())
      .check(about('Whether each secret field has a value.', { secretKey: true, webhookSecret: false })),
    updatedAt: timestampOrNull('When credentials were last saved.'),
  })
  .check(
    z.meta({
      id: 'IntegrationCredentials',
      description: 'Credentials of an integration, with secrets masked.',
    }),
  );
export type IntegrationCredentials = z.infer<typeof IntegrationCredentials>;

const path = `${byId}/credentials`;

export const getIntegrationCredentials = defineEndpoint({
  ...base,
  ...operation('getIntegrationCredentials', 'GET', path),
  summary: 'Read the credentials of an integration',
  description:
    'Returns the schema and the saved values, without secrets. An integration without credentials uses those of ' +
    'its bundle; the path also accepts the id of the bundle.',
  feature: 'integrations.view',
  params: idParam,
  success: returns(IntegrationCredentials),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['Query', 'GetItem'], secrets: 'open' },
});

export const updateIntegrationCredentials = defineEndpoint({
  ...base,
  ...operation('updateIntegrationCredentials', 'PUT', path),
  summary: 'Save the credentials of an integration',
  description:
    `Replaces all saved credentials; \`${maskedSecret}\` in a secret field keeps the stored secret, an empty string removes ` +
    'it, and keys that the schema does not declare are treated as secrets. If scheme, host or port of a URL ' +
    'changes, send the secrets again (otherwise 400 with `details`); a change of the path keeps them. `{}` ' +
    'removes all credentials. Values are encrypted with a key of the tenant. `reauthRequired` is cleared. All ' +
    'integrations of a bundle share its credentials.',
  stepUp: true,
  feature: 'integrations.credentials.manage',
  params: idParam,
  body: SaveCredentials,
  maxBodyBytes: 2 * integrationLimits.credentialsBytes,
  success: returns(
    z.object({
      ok: alwaysTrue(),
    }),
  ),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: {
    table: ['Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    secrets: 'seal and open',
  },
});
