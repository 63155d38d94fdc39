/** Endpoints that list integrations with sync and check their connection. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../kernel/http/endpoint-spec.ts';
import { base, ok, syncPath, wordOrNull } from './runs/run-contract.ts';
import { directions, integrationId, subject } from './runs/run-fields-contract.ts';

export const ValidateConnection = z.object(subject);
export type ValidateConnection = z.infer<typeof ValidateConnection>;

export const ValidConnection = z.object({
  ok,
  message: z
    .optional(z.string())
    .check(z.meta({ description: 'Result of the check.', examples: ['The file has 120 records.'] })),
  details: z
    .optional(z.record(z.string(), z.unknown()))
    .check(z.meta({ description: 'Particulars.', examples: [{ bytes: 20_480 }] })),
});
export type ValidConnection = z.infer<typeof ValidConnection>;

export const validateSyncConnection = defineEndpoint({
  ...base,
  operationId: 'validateSyncConnection',
  method: 'POST',
  path: `${syncPath}/validate`,
  summary: 'Test the connection of a sync',
  description:
    'Checks the integration, its adapter and its credentials, and lets the adapter test the connection. A ' +
    'problem is returned as `ok: false` with a `message`.',
  feature: 'data_sync.configure',
  body: ValidateConnection,
  success: { status: 200, description: 'Whether a run would work.', result: ValidConnection },
  errors: ['not_found', 'sync_adapter_missing', 'credentials_missing', 'sync_connection_failed'],
  errorFields: { ok: false },
  errorFieldsOf: ({ message }) => ({ message }),
  permissions: { table: ['Query', 'GetItem'], secrets: 'open' },
  timeoutSeconds: 25,
  example: {
    summary: 'It works',
    response: { ok: true, message: 'The file has 20480 bytes.' },
  },
});

export const SyncOption = z
  .object({
    integrationId,
    title: z
      .string()
      .check(z.meta({ description: 'Display name of the integration.', examples: ['Files in S3'] })),
    description: wordOrNull(
      'Description of the integration.',
      'Imports and exports entity records as files of a bucket.',
    ),
    providerKey: z.string().check(z.meta({ description: 'Key of the adapter.', examples: ['s3_files'] })),
    direction: z
      .enum([...directions, 'bidirectional'])
      .check(z.meta({ description: 'Capabilities of the adapter.', examples: ['bidirectional'] })),
    runMode: z
      .literal('generic')
      .check(
        z.meta({ description: 'Runs are started at `POST /api/data_sync/run`.', examples: ['generic'] }),
      ),
    canStartRun: z.boolean().check(
      z.meta({
        description:
          'Whether a run can be started: the integration is enabled and has credentials that the provider accepts.',
        examples: [true],
      }),
    ),
    supportedEntities: z.nullable(z.array(z.string())).check(
      z.meta({
        description: 'Supported record types; null if the adapter supports every type of your own.',
        examples: [null],
      }),
    ),
    hasCredentials: z
      .boolean()
      .check(z.meta({ description: 'Whether credentials are saved.', examples: [true] })),
    isEnabled: z
      .boolean()
      .check(z.meta({ description: 'Whether the integration is enabled.', examples: [true] })),
    settingsPath: z.string().check(
      z.meta({
        description: 'Integration with the state and the credentials.',
        examples: ['/api/integrations/sync_s3_files'],
      }),
    ),
  })
  .check(z.meta({ id: 'SyncOption', description: 'An integration that can sync.' }));
export type SyncOption = z.infer<typeof SyncOption>;

export const listSyncOptions = defineEndpoint({
  ...base,
  operationId: 'listSyncOptions',
  method: 'GET',
  path: `${syncPath}/options`,
  summary: 'List integrations that can sync',
  description: 'Returns every integration with a sync adapter, and whether a run can be started now.',
  feature: 'data_sync.view',
  success: {
    status: 200,
    description: 'The integrations by title.',
    result: z.object({
      items: z.array(SyncOption).check(z.meta({ description: 'The integrations.' })),
    }),
  },
  permissions: { table: ['Query'] },
  example: {
    summary: 'Files',
    response: {
      items: [
        {
          integrationId: 'sync_s3_files',
          title: 'Files in S3',
          description: 'Imports and exports entity records as CSV or NDJSON files in a bucket.',
          providerKey: 's3_files',
          direction: 'bidirectional',
          runMode: 'generic',
          canStartRun: true,
          supportedEntities: null,
          hasCredentials: true,
          isEnabled: true,
          settingsPath: '/api/integrations/sync_s3_files',
        },
      ],
    },
  },
});
