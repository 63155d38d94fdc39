/**
 * Every exported list: those that answer `{items, total, page, pageSize, totalPages}`, and those with an envelope of
 * their own whose contract names its rows (`exportedRows`). A module adds its own by
 * one entry here: the contract, the file's name, the columns (all fields of a row, in the order to show them) and
 * the call that the list's handler makes. A test compares entries and columns with the endpoint table.
 */

import { type ExportSource, exportSource } from '../kernel/lists/export-source.ts';
import { toList } from '../kernel/lists/list.ts';
import { listAttachments, listLibrary } from '../modules/attachments/contract.ts';
import * as library from '../modules/attachments/library/library-service.ts';
import * as audit from '../modules/audit/audit-service.ts';
import { listAuditActions } from '../modules/audit/contract.ts';
import { listDefinitions, listRecords } from '../modules/entities/contract.ts';
import * as definitions from '../modules/entities/definition-service.ts';
import { toRecord } from '../modules/entities/record.ts';
import * as records from '../modules/entities/record-service.ts';
import * as catalogue from '../modules/events/catalogue-service.ts';
import { listEvents } from '../modules/events/contract.ts';
import { listApiKeys } from '../modules/identity/api-keys/contract.ts';
import * as apiKeys from '../modules/identity/api-keys/key-service.ts';
import { listOrganizations, listTenants } from '../modules/identity/directory/contract.ts';
import { viewOrganizations } from '../modules/identity/directory/organization-views.ts';
import * as tenants from '../modules/identity/directory/tenant-service.ts';
import { listRoles } from '../modules/identity/roles/contract.ts';
import * as roles from '../modules/identity/roles/role-service.ts';
import { listUsers } from '../modules/identity/users/contract.ts';
import * as users from '../modules/identity/users/user-service.ts';
import { listIntegrationLogs, listIntegrations } from '../modules/integrations/contract.ts';
import * as integrations from '../modules/integrations/integration-service.ts';
import * as integrationLogs from '../modules/integrations/log-service.ts';
import { listNotifications } from '../modules/notifications/contract.ts';
import * as notifications from '../modules/notifications/notification-service.ts';
import { listPayments } from '../modules/payments/contract.ts';
import * as payments from '../modules/payments/list-service.ts';
import { listProgressJobs } from '../modules/progress/contract.ts';
import * as progress from '../modules/progress/list-service.ts';
import * as ruleHistory from '../modules/rules/authoring/history-service.ts';
import * as businessRules from '../modules/rules/authoring/rule-service.ts';
import { listLogs, listRuleRevisions, listRules, listSets, ruleFields } from '../modules/rules/contract.ts';
import { logFile } from '../modules/rules/log/log-columns.ts';
import * as ruleLogs from '../modules/rules/log/log-service.ts';
import * as ruleSets from '../modules/rules/sets/set-service.ts';
import { listJobs } from '../modules/scheduler/contract.ts';
import * as jobs from '../modules/scheduler/job-list.ts';
import {
  listSyncFailures,
  listSyncMappings,
  listSyncRuns,
  listSyncSchedules,
} from '../modules/sync/contract.ts';
import * as syncMappings from '../modules/sync/mappings/mapping-service.ts';
import * as syncFailures from '../modules/sync/runs/failure-service.ts';
import * as syncRuns from '../modules/sync/runs/run-service.ts';
import * as syncSchedules from '../modules/sync/schedules/schedule-service.ts';
import { listOverrides, listToggles } from '../modules/toggles/contract.ts';
import * as overrides from '../modules/toggles/override-service.ts';
import * as toggles from '../modules/toggles/toggle-service.ts';
import { listDeliveries, listWebhooks } from '../modules/webhooks/contract.ts';
import * as deliveries from '../modules/webhooks/deliveries/delivery-service.ts';
import * as webhooks from '../modules/webhooks/endpoints/webhook-service.ts';
import { listInboundEndpoints } from '../modules/webhooks/inbound/contract.ts';
import * as inbound from '../modules/webhooks/inbound/endpoint-service.ts';

const identity: readonly ExportSource[] = [
  exportSource(
    listApiKeys,
    {
      fileName: 'api_keys',
      columns: [
        'id',
        'name',
        'description',
        'keyPrefix',
        'organizationId',
        'organizationName',
        'roles',
        'createdAt',
        'lastUsedAt',
        'expiresAt',
        'requestsPerMinute',
        'requestsPerHour',
        'allowedAddresses',
      ],
    },
    ({ scope, principal, query }) => apiKeys.listApiKeys(scope, principal, query),
  ),
  exportSource(
    listUsers,
    {
      fileName: 'users',
      columns: [
        'id',
        'email',
        'name',
        'organizationId',
        'organizationName',
        'tenantId',
        'tenantName',
        'roles',
        'roleIds',
        'hasPassword',
        'isActive',
        'createdAt',
        'updatedAt',
        'revision',
      ],
    },
    ({ scope, principal, query }) => users.listUsers(scope, query, principal),
  ),
  exportSource(
    listRoles,
    {
      fileName: 'roles',
      columns: [
        'id',
        'name',
        'usersCount',
        'keysCount',
        'tenantId',
        'tenantIds',
        'tenantName',
        'isChanging',
        'createdAt',
        'updatedAt',
        'revision',
      ],
    },
    ({ scope, query }) => roles.listRoles(scope, query),
  ),
];

const directory: readonly ExportSource[] = [
  exportSource(
    listTenants,
    { fileName: 'tenants', columns: ['id', 'name', 'isActive', 'createdAt', 'updatedAt'] },
    ({ query }) => tenants.listTenants(query),
  ),
  exportSource(
    listOrganizations,
    {
      fileName: 'organizations',
      columns: [
        'id',
        'name',
        'slug',
        'parentId',
        'parentName',
        'depth',
        'isActive',
        'tenantId',
        'tenantName',
        'rootId',
        'treePath',
        'pathLabel',
        'ancestorIds',
        'childIds',
        'descendantIds',
        'childrenCount',
        'descendantsCount',
        'createdAt',
        'updatedAt',
      ],
    },
    async ({ scope, principal, query }) => {
      // The one of the three views that is a generic list.
      const list = await viewOrganizations(scope, principal, { ...query, view: 'manage' });
      return 'totalPages' in list ? list : { items: [], totalPages: 0 };
    },
  ),
  exportSource(
    listAuditActions,
    {
      fileName: 'audit_actions',
      columns: [
        'id',
        'createdAt',
        'action',
        'resource',
        'resourceId',
        'actorType',
        'actorId',
        'tenantId',
        'organizationId',
        'requestId',
        'changes',
      ],
    },
    ({ scope, principal, query }) => audit.listAuditActions(scope, principal, query, Date.now()),
  ),
];

const featureToggles: readonly ExportSource[] = [
  exportSource(
    listToggles,
    {
      fileName: 'feature_toggles',
      columns: [
        'id',
        'identifier',
        'name',
        'description',
        'category',
        'type',
        'defaultValue',
        'created_at',
        'updated_at',
      ],
    },
    ({ query }) => toggles.listToggles(query),
  ),
  exportSource(
    listOverrides,
    {
      fileName: 'feature_toggle_overrides',
      columns: ['id', 'toggleId', 'identifier', 'name', 'category', 'tenantId', 'tenantName', 'isOverride'],
    },
    ({ scope, query }) => overrides.listOverrides(scope, query),
  ),
];

const entities: readonly ExportSource[] = [
  exportSource(
    listRecords,
    {
      fileName: 'records',
      columns: [
        'id',
        'entityType',
        'externalId',
        'fields',
        'customFields',
        'tenantId',
        'organizationId',
        'version',
        'createdAt',
        'updatedAt',
      ],
    },
    async ({ scope, query }) => {
      const { items, total } = await records.listRecords(scope, query);
      return toList(query, { items: items.map(toRecord), total });
    },
  ),
  exportSource(
    listDefinitions,
    {
      fileName: 'field_definitions',
      columns: [
        'id',
        'entityType',
        'key',
        'label',
        'kind',
        'multi',
        'options',
        'validation',
        'attachment',
        'createdAt',
        'updatedAt',
      ],
    },
    async ({ scope, query }) => toList(query, await definitions.listDefinitions(scope, query)),
  ),
];

const events: readonly ExportSource[] = [
  exportSource(
    listEvents,
    {
      fileName: 'events',
      columns: ['type', 'module', 'description', 'clientBroadcast', 'schema', 'sample'],
    },
    async ({ query }) => catalogue.listEvents(query),
  ),
];

const inboundLists: readonly ExportSource[] = [
  exportSource(
    listInboundEndpoints,
    {
      fileName: 'inbound_endpoints',
      columns: [
        'id',
        'name',
        'description',
        'providerKey',
        'settings',
        'isActive',
        'path',
        'createdAt',
        'updatedAt',
      ],
    },
    ({ scope, query }) => inbound.listEndpoints(scope, query),
  ),
];

const integrationLists: readonly ExportSource[] = [
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
    ({ scope, query }) => integrations.listIntegrations(scope, query, Date.now()),
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
    ({ scope, query }) => integrationLogs.listIntegrationLogs(scope, query, Date.now()),
  ),
];

const webhookLists: readonly ExportSource[] = [
  exportSource(
    listWebhooks,
    {
      fileName: 'webhooks',
      columns: [
        'id',
        'name',
        'description',
        'url',
        'subscribedEvents',
        'httpMethod',
        'isActive',
        'deliveryStrategy',
        'maxRetries',
        'consecutiveFailures',
        'lastSuccessAt',
        'lastFailureAt',
        'createdAt',
        'updatedAt',
      ],
    },
    ({ scope, query }) => webhooks.listWebhooks(scope, query),
  ),
  exportSource(
    listDeliveries,
    {
      fileName: 'webhook_deliveries',
      columns: [
        'id',
        'webhookId',
        'webhookName',
        'eventType',
        'messageId',
        'status',
        'responseStatus',
        'errorMessage',
        'attemptNumber',
        'maxAttempts',
        'nextRetryAt',
        'durationMs',
        'targetUrl',
        'enqueuedAt',
        'lastAttemptAt',
        'deliveredAt',
        'createdAt',
      ],
    },
    ({ scope, query }) => deliveries.listDeliveries(scope, query, Date.now()),
  ),
];

const syncLists: readonly ExportSource[] = [
  exportSource(
    listSyncRuns,
    {
      fileName: 'sync_runs',
      columns: [
        'id',
        'integrationId',
        'entityType',
        'recordType',
        'direction',
        'status',
        'createdCount',
        'updatedCount',
        'skippedCount',
        'failedCount',
        'batchesCompleted',
        'lastError',
        'triggeredBy',
        'fullSync',
        'batchSize',
        'maxFailures',
        'cursor',
        'initialCursor',
        'progressJobId',
        'retryOf',
        'startedAt',
        'finishedAt',
        'durationMs',
        'createdAt',
        'updatedAt',
      ],
    },
    ({ scope, query }) => syncRuns.listRuns(scope, query, Date.now()),
  ),
  exportSource(
    listSyncFailures,
    {
      fileName: 'sync_failures',
      columns: ['batch', 'externalId', 'localId', 'error', 'data', 'createdAt'],
    },
    ({ scope, params, query }) => syncFailures.listFailures(scope, params.id, query, Date.now()),
  ),
  exportSource(
    listSyncMappings,
    {
      fileName: 'sync_mappings',
      columns: ['id', 'integrationId', 'entityType', 'mapping', 'createdAt', 'updatedAt'],
    },
    ({ scope, query }) => syncMappings.listMappings(scope, query),
  ),
];

const rules: readonly ExportSource[] = [
  exportSource(listLogs, logFile, ({ scope, query }) => ruleLogs.listLogs(scope, query, Date.now())),
  exportSource(
    listSets,
    {
      fileName: 'rule_sets',
      columns: [
        'id',
        'setId',
        'setName',
        'description',
        'enabled',
        'memberCount',
        'tenantId',
        'organizationId',
        'createdAt',
        'updatedAt',
        'createdBy',
        'updatedBy',
      ],
    },
    ({ scope, query }) => ruleSets.listSets(scope, query),
  ),
  exportSource(
    listRuleRevisions,
    {
      fileName: 'rule_revisions',
      columns: ['revision', 'action', 'changedAt', 'changedBy', 'changedFields', 'restoredFrom'],
    },
    ({ scope, params, query }) => ruleHistory.listRevisions(scope, params.id, query),
  ),
  exportSource(listRules, { fileName: 'rules', columns: ruleFields }, async ({ scope, query }) => {
    const { data, pagination } = await businessRules.listRules(scope, query);
    return { items: data, totalPages: pagination.totalPages };
  }),
];

const schedulerLists: readonly ExportSource[] = [
  exportSource(
    listJobs,
    {
      fileName: 'scheduled_jobs',
      columns: [
        'id',
        'organizationId',
        'tenantId',
        'scopeType',
        'name',
        'description',
        'scheduleType',
        'scheduleValue',
        'timezone',
        'targetType',
        'targetQueue',
        'targetCommand',
        'targetPayload',
        'requireFeature',
        'isEnabled',
        'lastRunAt',
        'nextRunAt',
        'sourceType',
        'sourceModule',
        'createdAt',
        'createdBy',
        'updatedAt',
        'updatedBy',
        'deletedAt',
        'createdByUserId',
        'updatedByUserId',
      ],
    },
    async ({ scope, query, context }) => {
      const { data, meta } = await jobs.listJobs({ scope, context }, query);
      return { items: data, totalPages: Math.ceil(meta.total / meta.pageSize) };
    },
  ),
];

const notificationLists: readonly ExportSource[] = [
  exportSource(
    listNotifications,
    {
      fileName: 'notifications',
      columns: [
        'id',
        'type',
        'title',
        'body',
        'severity',
        'status',
        'titleKey',
        'bodyKey',
        'titleVariables',
        'bodyVariables',
        'icon',
        'actions',
        'primaryActionId',
        'sourceModule',
        'sourceEntityType',
        'sourceEntityId',
        'linkHref',
        'groupKey',
        'occurrences',
        'requiredFeature',
        'organizationId',
        'createdAt',
        'firstOccurredAt',
        'expiresAt',
        'readAt',
        'actionedAt',
        'dismissedAt',
        'actionTaken',
        'version',
      ],
    },
    ({ scope, principal, query, context }) =>
      notifications.listNotifications(scope, principal, query, context.nowMs),
  ),
];

const fileColumns = [
  'id',
  'fileName',
  'originalName',
  'fileSize',
  'mimeType',
  'partitionCode',
  'tags',
  'assignments',
  'url',
  'thumbnailUrl',
  'hasThumbnail',
  'contentStatus',
  'content',
  'createdAt',
];

const attachmentLists: readonly ExportSource[] = [
  exportSource(
    listLibrary,
    { fileName: 'attachments', columns: [...fileColumns, 'partitionTitle', 'entityId', 'recordId'] },
    ({ scope, query }) => library.listFiles(scope, query),
  ),
  exportSource(
    listAttachments,
    { fileName: 'record_attachments', columns: [...fileColumns, 'customFields'] },
    ({ scope, query }) => library.listRecordFiles(scope, query, { page: 1, pageSize: 100, ...query }),
  ),
];

const progressLists: readonly ExportSource[] = [
  exportSource(
    listProgressJobs,
    {
      fileName: 'progress_jobs',
      columns: [
        'id',
        'jobType',
        'name',
        'description',
        'status',
        'progressPercent',
        'processedCount',
        'totalCount',
        'etaSeconds',
        'cancellable',
        'meta',
        'errorMessage',
        'parentJobId',
        'startedAt',
        'finishedAt',
        'createdAt',
        'tenantId',
        'organizationId',
      ],
    },
    ({ scope, query }) => progress.listJobs(scope, query, Date.now()),
  ),
];

const syncScheduleLists: readonly ExportSource[] = [
  exportSource(
    listSyncSchedules,
    {
      fileName: 'sync_schedules',
      columns: [
        'id',
        'integrationId',
        'entityType',
        'direction',
        'scheduleType',
        'scheduleValue',
        'timezone',
        'fullSync',
        'isEnabled',
        'scheduledJobId',
        'lastRunAt',
        'nextRunAt',
        'createdAt',
        'updatedAt',
      ],
    },
    ({ scope, query }) => syncSchedules.listSchedules(scope, query),
  ),
];

const paymentLists: readonly ExportSource[] = [
  exportSource(
    listPayments,
    {
      fileName: 'payments',
      columns: [
        'id',
        'paymentId',
        'providerKey',
        'providerSessionId',
        'gatewayPaymentId',
        'gatewayRefundId',
        'unifiedStatus',
        'gatewayStatus',
        'amount',
        'amountReceived',
        'amountRefunded',
        'currencyCode',
        'captureMethod',
        'orderId',
        'description',
        'isDisputed',
        'redirectUrl',
        'lastWebhookAt',
        'lastPolledAt',
        'createdAt',
        'updatedAt',
        'organizationId',
      ],
    },
    ({ scope, query }) => payments.list(scope, query),
  ),
];

export const exportSources: readonly ExportSource[] = [
  ...identity,
  ...directory,
  ...featureToggles,
  ...entities,
  ...events,
  ...webhookLists,
  ...syncLists,
  ...inboundLists,
  ...rules,
  ...notificationLists,
  ...integrationLists,
  ...attachmentLists,
  ...paymentLists,
  ...progressLists,
  ...syncScheduleLists,
  ...schedulerLists,
];
