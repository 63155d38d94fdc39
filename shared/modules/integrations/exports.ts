/** The lists of this module that `format=` exports. Columns are in the order of the file. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { listIntegrations } from './integration-contract.ts';
import * as integrations from './integration-service.ts';
import { listIntegrationLogs } from './log-contract.ts';
import * as integrationLogs from './logs.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listIntegrations,
    {
      fileName: 'integrations',
      columns: [
        'id',
        'title',
        'description',
        'category',
        'tags',
        'hub',
        'providerKey',
        'bundleId',
        'author',
        'company',
        'version',
        'hasCredentials',
        'credentialsNeeded',
        'isEnabled',
        'reauthRequired',
        'apiVersion',
        'healthStatus',
        'lastHealthCheckedAt',
        'lastHealthLatencyMs',
        'enabledAt',
        'stateUpdatedAt',
        'analytics',
      ],
    },
    integrations.listIntegrations,
  ),
  exportSource(
    listIntegrationLogs,
    {
      fileName: 'integration_logs',
      columns: [
        'id',
        'integrationId',
        'level',
        'message',
        'code',
        'payload',
        'runId',
        'entityType',
        'entityId',
        'scopeEntityType',
        'scopeEntityId',
        'createdAt',
      ],
    },
    integrationLogs.listIntegrationLogs,
  ),
];
