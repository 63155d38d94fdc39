/** Endpoints that list integrations with sync and check their connection. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, textOrNull } from '../../kernel/http/fields.ts';
import { base, ok, syncPath } from './runs/run-contract.ts';
import { directions, integrationId, subject } from './runs/run-fields-contract.ts';

export const ValidateConnection = z.object(subject);
export type ValidateConnection = z.infer<typeof ValidateConnection>;

export const ValidConnection = z.object({
  ok,
  message: z.optional(z.string()).check(about('Result of the check.', 'The file has 120 records.')),
  details: z.optional(z.record(z.string(), z.unknown())).check(about('Particulars.', { bytes: 20_480 })),
});
export type ValidConnection = z.infer<typeof ValidConnection>;

export const validateSyncConnection = defineEndpoint({
  ...base,
  ...operation('validateSyncConnection', 'POST', `${syncPath}/validate`),
  summary: 'Test the connection of a sync',
  description:
    'Checks the integration, its adapter and its credentials, and lets the adapter test the connection. A ' +
    'problem is returned as `ok: false` with a `message`.',
  feature: 'data_sync.configure',
  reads: true,
  body: ValidateConnection,
  success: returns(ValidConnection, { description: 'Whether a run would work.' }),
  errors: ['not_found', 'sync_adapter_missing', 'credentials_missing', 'sync_connection_failed'],
  errorFields: { ok: false },
  errorFieldsOf: ({ message, body }) => ({ message, ...body }),
  permissions: { table: ['Query', 'GetItem'], secrets: 'open' },
  timeoutSeconds: 25,
});

export const SyncOption = z
  .object({
    integrationId,
    title: z.string().check(about('Display name of the integration.', 'Files in S3')),
    description: textOrNull(
      'Description of the integration.',
      'Imports and exports entity records as files of a bucket.',
    ),
    providerKey: z.string().check(about('Key of the adapter.', 's3_files')),
    direction: z
      .enum([...directions, 'bidirectional'])
      .check(about('Capabilities of the adapter.', 'bidirectional')),
    runMode: z.literal('generic').check(about('Runs are started at `POST /api/data_sync/run`.', 'generic')),
    canStartRun: z
      .boolean()
      .check(
        about(
          'Whether a run can be started: the integration is enabled and has credentials that the provider accepts.',
          true,
        ),
      ),
    supportedEntities: z
      .nullable(z.array(z.string()))
      .check(about('Supported record types; null if the adapter supports every type of your own.', null)),
    readsUploads: z
      .boolean()
      .check(about('Whether a run reads an uploaded file, which `attachmentId` names.', false)),
    hasCredentials: z.boolean().check(about('Whether credentials are saved.', true)),
    isEnabled: z.boolean().check(about('Whether the integration is enabled.', true)),
    settingsPath: z
      .string()
      .check(about('Integration with the state and the credentials.', '/api/integrations/sync_s3_files')),
  })
  .check(z.meta({ id: 'SyncOption', description: 'An integration that can sync.' }));
export type SyncOption = z.infer<typeof SyncOption>;

export const listSyncOptions = defineEndpoint({
  ...base,
  ...operation('listSyncOptions', 'GET', `${syncPath}/options`),
  summary: 'List integrations that can sync',
  description: 'Returns every integration with a sync adapter, and whether a run can be started now.',
  feature: 'data_sync.view',
  success: returns(
    z.object({
      items: z.array(SyncOption).check(about('The integrations.')),
    }),
  ),
  permissions: { table: ['Query'] },
});
