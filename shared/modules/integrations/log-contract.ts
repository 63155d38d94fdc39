/** The endpoints for the log and the health check of integrations. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, paging, text, textOrNull, timestamp, uuid } from '../../kernel/http/fields.ts';
import { idFilter, listOf, searchFilter, totalOption } from '../../kernel/lists/list.ts';
import { integrationLimits } from './limits.ts';
import { base, byId, healthStatuses, idParam, integrationsPath } from './state-contract.ts';

const levels = ['info', 'warn', 'error'] as const;
const exampleRunId = '0197c8e2-7a10-7c11-9d55-0f1e2d3c4b5a';

export const IntegrationLog = z
  .object({
    id: uuid('Id of the entry.'),
    integrationId: z.string().check(about('Integration of the entry.', 'sync_http_json')),
    level: z.enum(levels).check(about('Severity.', 'warn')),
    message: z
      .string()
      .check(
        about(`Message, at most ${integrationLimits.logMessage} characters.`, 'Health check: unhealthy'),
      ),
    code: textOrNull('Stable code of the entry.', 'health_check'),
    payload: z
      .nullable(z.record(z.string(), z.unknown()))
      .check(about('Details, without secrets.', { status: 'unhealthy' })),
    runId: textOrNull('Sync run of the entry.', null),
    entityType: textOrNull('Type of the entity of the entry.', null),
    entityId: textOrNull('Id of that entity.', null),
    scopeEntityType: textOrNull('The same as `entityType`.', null),
    scopeEntityId: textOrNull('The same as `entityId`.', null),
    createdAt: timestamp('When the entry was written.'),
  })
  .check(z.meta({ id: 'IntegrationLog', description: 'An entry in the log of an integration.' }));
export type IntegrationLog = z.infer<typeof IntegrationLog>;

export const ListIntegrationLogs = z.object({
  ...paging(),
  ...idFilter(),
  ...totalOption(),
  ...searchFilter('message or code'),
  integrationId: z
    .optional(text(integrationLimits.id))
    .check(about('Only entries of this integration.', 'sync_http_json')),
  level: z.optional(z.enum(levels)).check(about('Only entries of this level.', 'error')),
  runId: z
    .optional(text(integrationLimits.logFilter))
    .check(about('Only entries of this sync run.', exampleRunId)),
  entityType: z
    .optional(text(integrationLimits.logEntityType))
    .check(about('Only entries about this entity type.', 'sales.order')),
  entityId: z
    .optional(text(integrationLimits.logFilter))
    .check(about('Only entries about the entity with this id of the external source.', 'SO-1001')),
});
export type ListIntegrationLogs = z.infer<typeof ListIntegrationLogs>;

export const listIntegrationLogs = defineEndpoint({
  ...base,
  ...operation('listIntegrationLogs', 'GET', `${integrationsPath}/logs`),
  summary: 'List integration log entries',
  description:
    'Returns the log of the organization’s integrations, newest first. Filters are combined with AND. Entries ' +
    'are kept for 30 days by default.',
  feature: 'integrations.view',
  query: ListIntegrationLogs,
  success: returns(
    z.object({
      ...listOf(IntegrationLog).shape,
      totalIsExact: z
        .boolean()
        .check(
          about(
            'False when the log is longer than one request can read. Then `total` counts only the matches that ' +
              'were read.',
          ),
        ),
    }),
  ),
  permissions: { table: ['Query'] },
});

export const HealthReport = z
  .object({
    status: z
      .enum(healthStatuses)
      .check(about('Health of the integration; `unconfigured` if it cannot be checked.', 'healthy')),
    message: textOrNull(
      `Result, in at most ${integrationLimits.checkMessage} characters.`,
      'The API answers.',
    ),
    details: z
      .nullable(z.record(z.string(), z.unknown()))
      .check(about('Details of the result.', { status: 200 })),
    latencyMs: z.nullable(z.int()).check(about('Duration of the check in milliseconds.', 142)),
    checkedAt: timestamp('When the health was checked.'),
  })
  .check(z.meta({ id: 'IntegrationHealth', description: 'Result of the health check of an integration.' }));
export type HealthReport = z.infer<typeof HealthReport>;

export const checkIntegrationHealth = defineEndpoint({
  ...base,
  ...operation('checkIntegrationHealth', 'POST', `${byId}/health`),
  summary: 'Check the health of an integration',
  description:
    `Calls the provider with the saved credentials, for at most ${integrationLimits.checkTimeoutMs / 1_000} seconds. The result is stored and logged; ` +
    'if the provider rejects the credentials, `reauthRequired` is set. Enabled integrations are also checked ' +
    `every ${integrationLimits.checkEveryMinutes} minutes.`,
  feature: 'integrations.manage',
  params: idParam,
  success: returns(HealthReport),
  errors: ['not_found'],
  permissions: { table: ['Query', 'GetItem', 'PutItem', 'UpdateItem'], secrets: 'open' },
  timeoutSeconds: 25,
});
