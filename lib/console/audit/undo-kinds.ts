/** The operations that undo changes, by the kind of the thing: those that change such things. */
import { ownResources } from '../../../shared/clients/typescript/own-resources.ts';
import * as data from '../../../shared/clients/typescript/resources.ts';
import type { Resource } from '../api/queries.ts';
import type { Need } from '../session/session.ts';

export interface UndoKind {
  need: Need;
  /** What is read again afterwards. */
  refreshes: readonly Resource[];
  /** The path of the change, which names the thing; without a place for an id, the body names it. */
  path: string;
  /** The path that reads the thing with its version. */
  read: string;
  /** The thing is read through a list, by this query; its revision is its version. */
  listedBy?: (id: string, type: string) => Readonly<Record<string, unknown>>;
  /** The fields of entries that a change accepts; `any` where they are those of the thing's type. */
  fields: readonly string[] | 'any';
  /** Fields that have another name in the change. */
  renamed?: Readonly<Record<string, string>>;
  /** Fields that every change must have. */
  needed?: readonly string[];
  /** Settings: neither path nor body names them. */
  isOne?: true;
}

const byId = (id: string) => ({ id });

const schedule = ['scheduleType', 'scheduleValue', 'timezone', 'isEnabled'];

/** Resources that a team declares. */
const own = ownResources.map(({ auditedAs, name, path, ids, fields, features }): [string, UndoKind[]] => [
  auditedAs,
  [
    {
      need: features.change,
      refreshes: [`own:${name}`],
      path: ids === 'path' ? `${path}/{id}` : path,
      read: `${path}/{id}`,
      fields: Object.keys(fields),
    },
  ],
]);

/** The first of a kind that accepts a changed field is taken. Kinds without one have no undo. */
export const undoKinds: Readonly<Record<string, readonly UndoKind[]>> = {
  'business_rules.rule': [
    {
      need: data.rules.features.change,
      refreshes: ['rules'],
      path: '/api/business_rules/rules',
      read: '/api/business_rules/rules/{id}',
      fields: [
        ...['ruleId', 'ruleName', 'description', 'ruleType', 'ruleCategory', 'entityType', 'eventType'],
        ...['conditionExpression', 'successActions', 'failureActions', 'enabled', 'priority', 'version'],
        ...['effectiveFrom', 'effectiveTo', 'missingFieldPolicy'],
      ],
    },
  ],
  'business_rules.set': [
    {
      need: data.sets.features.change,
      refreshes: ['ruleSets'],
      path: '/api/business_rules/sets',
      read: '/api/business_rules/sets/{id}',
      fields: ['setId', 'setName', 'description', 'enabled'],
    },
  ],
  'scheduler.job': [
    {
      need: data.jobs.features.change,
      refreshes: ['jobs'],
      path: '/api/scheduler/jobs',
      read: '/api/scheduler/jobs/{id}',
      fields: [
        ...[
          'name',
          'description',
          'scopeType',
          'targetType',
          'targetQueue',
          'targetCommand',
          'targetPayload',
        ],
        ...['requireFeature', 'condition', ...schedule],
      ],
    },
  ],
  'data_sync.schedule': [
    {
      need: data.syncSchedules.features.change,
      refreshes: ['syncSchedules', 'jobs'],
      path: '/api/data_sync/schedules/{id}',
      read: '/api/data_sync/schedules/{id}',
      fields: schedule,
    },
  ],
  'data_sync.mapping': [
    {
      need: data.syncMappings.features.change,
      refreshes: ['syncMappings'],
      path: '/api/data_sync/mappings/{id}',
      read: '/api/data_sync/mappings/{id}',
      fields: ['mapping'],
    },
  ],
  'feature_toggles.toggle': [
    {
      need: 'superAdmin',
      refreshes: ['toggles'],
      path: '/api/feature_toggles/global/{id}/targeting',
      read: '/api/feature_toggles/global/{id}/targeting',
      fields: ['rules', 'killSwitch', 'owner', 'expiresAt'],
    },
    {
      need: data.toggles.features.change,
      refreshes: ['toggles'],
      path: '/api/feature_toggles/global',
      read: '/api/feature_toggles/global/{id}',
      fields: ['identifier', 'name', 'description', 'category', 'defaultValue', 'prerequisites', 'metadata'],
    },
  ],
  'feature_toggles.segment': [
    {
      need: data.segments.features.change,
      refreshes: ['segments'],
      path: '/api/feature_toggles/segments',
      read: '/api/feature_toggles/segments',
      listedBy: byId,
      fields: ['name', 'description', 'condition', 'segments'],
    },
  ],
  'webhooks.webhook': [
    {
      need: data.webhooks.features.change,
      refreshes: ['webhooks'],
      path: '/api/webhooks/{id}',
      read: '/api/webhooks/{id}',
      fields: [
        ...['name', 'description', 'url', 'subscribedEvents', 'condition', 'httpMethod', 'deliveryStrategy'],
        ...['strategyConfig', 'maxRetries', 'timeoutMs', 'rateLimitPerMinute', 'autoDisableThreshold'],
        ...['integrationId', 'isActive'],
      ],
    },
  ],
  'webhooks.inbound_endpoint': [
    {
      need: data.inboundEndpoints.features.change,
      refreshes: ['inbound'],
      path: '/api/webhooks/inbound-endpoints/{id}',
      read: '/api/webhooks/inbound-endpoints/{id}',
      fields: ['name', 'description', 'settings', 'isActive'],
    },
  ],
  'integrations.state': [
    {
      need: 'integrations.manage',
      refreshes: ['integrations'],
      path: '/api/integrations/{id}/state',
      read: '/api/integrations/{id}',
      fields: ['isEnabled', 'reauthRequired'],
    },
  ],
  'integrations.version': [
    {
      need: 'integrations.manage',
      refreshes: ['integrations'],
      path: '/api/integrations/{id}/version',
      read: '/api/integrations/{id}',
      fields: ['apiVersion'],
    },
  ],
  'attachments.partition': [
    {
      need: data.partitions.features.change,
      refreshes: ['files'],
      path: '/api/attachments/partitions',
      read: '/api/attachments/partitions',
      listedBy: () => ({}),
      fields: [
        ...['title', 'description', 'isPublic', 'requiresOcr', 'contentSearch', 'ocrModel', 'versionsKept'],
        'configJson',
      ],
      needed: ['code', 'title'],
    },
  ],
  'entities.record': [
    {
      need: data.records.features.change,
      refreshes: ['records'],
      path: '/api/entities/records',
      read: '/api/entities/records',
      // The kind of a record's entries is its type.
      listedBy: (id, entityType) => ({ id, entityType }),
      fields: 'any',
    },
  ],
  'auth.user': [
    {
      need: data.users.features.change,
      refreshes: ['users', 'roles'],
      path: '/api/auth/users',
      read: '/api/auth/users',
      listedBy: byId,
      fields: ['email', 'name', 'organizationId', 'isActive'],
      renamed: { roleIds: 'roles' },
    },
  ],
  'auth.role': [
    {
      need: data.roles.features.change,
      refreshes: ['roles'],
      path: '/api/auth/roles',
      read: '/api/auth/roles',
      listedBy: byId,
      fields: ['name'],
    },
  ],
  'api_keys.key': [
    {
      need: data.apiKeys.features.change,
      refreshes: ['keys', 'roles'],
      path: '/api/api_keys/keys',
      read: '/api/api_keys/keys',
      listedBy: byId,
      fields: ['name', 'description', 'readOnly', 'allowedAddresses', 'workloads'],
      renamed: { roleIds: 'roles', perMinute: 'requestsPerMinute', perHour: 'requestsPerHour' },
    },
  ],
  'directory.organization': [
    {
      need: data.organizations.features.change,
      refreshes: ['organizations'],
      path: '/api/directory/organizations',
      read: '/api/directory/organizations',
      listedBy: (id) => ({ id, view: 'manage', status: 'all' }),
      fields: ['name', 'slug', 'parentId', 'isActive'],
    },
  ],
  'directory.tenant': [
    {
      need: data.tenants.features.change,
      refreshes: ['tenants'],
      path: '/api/directory/tenants',
      read: '/api/directory/tenants',
      listedBy: byId,
      fields: ['name', 'isActive'],
    },
  ],
  'email.settings': [
    {
      need: 'email.manage',
      refreshes: ['mails'],
      path: '/api/email/settings',
      read: '/api/email/settings',
      fields: ['isEnabled', 'senderName', 'replyTo', 'defaultMode', 'mailsPerDay'],
      isOne: true,
    },
  ],
  'email.template': [
    {
      need: 'email.manage',
      refreshes: ['mails'],
      path: '/api/email/templates/{type}',
      read: '/api/email/templates',
      listedBy: (type) => ({ search: type, pageSize: 200 }),
      fields: ['subject', 'body'],
      needed: ['subject', 'body'],
    },
  ],
  ...Object.fromEntries(own),
};

/** The name that a field of an entry has in the change; undefined if no change accepts it. */
export const undoFieldsOf =
  ({ fields, renamed = {} }: Pick<UndoKind, 'fields' | 'renamed'>) =>
  (field: string): string | undefined =>
    fields === 'any' || fields.includes(field) ? field : renamed[field];

/** How an entry of a thing of this kind is undone; undefined if it is not. */
export function undoKindOf(
  kind: string,
  { action, changes }: { action: string; changes: Readonly<Record<string, unknown>> },
): UndoKind | undefined {
  if (action === 'created' || action === 'deleted') return undefined;
  const changed = Object.keys(changes);
  return undoKinds[kind]?.find((one) => changed.some((field) => undoFieldsOf(one)(field) !== undefined));
}
