/** A small consistent table: one resource of each kind, with the keys of the modules. */
import { originalKey } from '../../../shared/kernel/files/object-keys.ts';
import {
  resourceKey,
  resourceListingKey,
  resourceListPartition,
  resourceValueKey,
} from '../../../shared/kernel/resources/keys.ts';
import {
  callerKey,
  counterKey,
  type Key,
  nameKey,
  newestFirst,
  organizationKey,
  sessionKey,
  tenantKey,
  tenantListPartition,
  textOrder,
  userKey,
  userSessionKey,
} from '../../../shared/kernel/table/keys.ts';
import {
  attachmentKey,
  attachmentListingKey,
  attachmentLocatorKey,
  placementKey,
  recordFileListingKey,
  storageUsageKey,
  tagKey,
} from '../../../shared/modules/attachments/keys.ts';
import {
  externalIdKey,
  recordKey,
  recordListingKey,
  syncedKey,
} from '../../../shared/modules/entities/keys.ts';
import {
  apiKeyKey,
  apiKeyListingKey,
  emailKey,
  roleHolderKey,
  roleKey,
  roleListingKey,
  roleListPartition,
  roleNameKey,
  tenantListingKey,
  userListingKey,
  userListPartition,
} from '../../../shared/modules/identity/keys.ts';
import { hashEmail } from '../../../shared/modules/identity/users/user-store.ts';
import {
  healthCheckKey,
  integrationCredentialsKey,
  integrationStateKey,
} from '../../../shared/modules/integrations/keys.ts';
import {
  paymentDueKey,
  paymentHistoryKey,
  paymentKey,
  paymentListingKey,
  paymentLocatorKey,
  paymentOperationKey,
  paymentRefundKey,
  paymentSessionKey,
} from '../../../shared/modules/payments/keys.ts';
import { operationName } from '../../../shared/modules/payments/payment.ts';
import { progressKey, progressListingKey, progressWatchKey } from '../../../shared/modules/progress/keys.ts';
import {
  activeRuleKey,
  ruleIdKey,
  ruleKey,
  ruleListingKey,
  ruleListPartition,
} from '../../../shared/modules/rules/keys.ts';
import { ruleSets } from '../../../shared/modules/rules/sets/rule-sets.ts';
import {
  jobDueKey,
  jobKey,
  jobListingKey,
  jobListPartition,
  runKey,
  scheduledKey,
} from '../../../shared/modules/scheduler/keys.ts';
import {
  activeSyncRunKey,
  syncFailureKey,
  syncLockKey,
  syncRunKey,
  syncRunListingKey,
} from '../../../shared/modules/sync/keys.ts';
import { savedMappings } from '../../../shared/modules/sync/mappings/mapping-contract.ts';
import {
  overrideKey,
  overrideListingKey,
  toggleIdentifierKey,
  toggleKey,
  toggleListingKey,
  toggleListPartition,
} from '../../../shared/modules/toggles/keys.ts';
import { inboundEndpoints } from '../../../shared/modules/webhooks/inbound/inbound-endpoints.ts';
import {
  attemptKey,
  deliveryKey,
  deliveryLocatorKey,
  inboundEndpointKey,
  subscriptionKey,
  webhookKey,
  webhookListingKey,
  webhookListPartition,
} from '../../../shared/modules/webhooks/keys.ts';
import { aPayment } from '../../support/builders/payment-rows.ts';
import type { RawItem } from '../../support/invariants/table.ts';

export const nowMs = Date.UTC(2026, 0, 2);
const createdAt = new Date(nowMs - 60_000).toISOString();
const createdAtMs = Date.parse(createdAt);
const tenantId = '0b4e7f0a-6d1c-4a52-9a07-0d7a52a1f001';
const organizationId = 'c0ffee00-6d1c-4a52-9a07-0d7a52a1f002';
export const scope = { tenantId, organizationId };
const id = (n: number): string =>
  `000000${String(n).padStart(2, '0')}-6d1c-4a52-9a07-0d7a52a1f0${String(n).padStart(2, '0')}`;

const row = (key: Key, entity: string, values: object = {}): RawItem => ({
  ...key,
  entity,
  ...scope,
  rev: 1,
  createdAt,
  ...values,
});
const beside = (key: Key, values: object = {}): RawItem => ({ ...key, ...values });
/** A listing item and the counter of its list. */
const listed = (key: Key, itemId: string, values: object = {}): RawItem[] => [
  beside(key, { id: itemId, b: 100, ...values }),
  beside(counterKey(key.pk, 3), { n: 1 }),
];

/** The item by which a search finds a name. */
const named = (list: string, itemId: string, name: string): RawItem =>
  beside(nameKey(list, name.toLowerCase(), itemId), { id: itemId, n: name });

const tenant: RawItem[] = [
  row(tenantKey(scope), 'tenant', { id: tenantId, name: 'acme' }),
  ...listed(tenantListingKey(scope, 'acme'), tenantId),
  named(tenantListPartition, tenantId, 'acme'),
  row(organizationKey(scope, organizationId), 'organization', { id: organizationId, parentId: null }),
  row(organizationKey(scope, id(0)), 'organization', { id: id(0), parentId: organizationId }),
];

const people: RawItem[] = [
  row(apiKeyKey(scope, id(1)), 'api-key', {
    id: id(1),
    secretSha256: 'aa',
    previous: { secretSha256: 'bb', expiresAtMs: nowMs + 1 },
    roleIds: [id(3)],
  }),
  ...listed(apiKeyListingKey(scope, createdAtMs, id(1)), id(1)),
  row(callerKey('aa'), 'caller', { id: id(1) }),
  row(callerKey('bb'), 'caller', { id: id(1) }),
  row(userKey(scope, id(2)), 'user', { id: id(2), email: 'ada@example.com', roleIds: [id(3)] }),
  ...listed(userListingKey(scope, 'ada@example.com', id(2)), id(2)),
  named(userListPartition(scope), id(2), 'ada@example.com'),
  beside(emailKey(hashEmail('ada@example.com'), scope), { userId: id(2), tenantId }),
  row(sessionKey('cc'), 'session', { userId: id(2) }),
  row(userSessionKey(scope, id(2), 'cc'), 'user-session'),
  row(roleKey(scope, id(3)), 'role', { id: id(3), name: 'support', users: 1, keys: 1 }),
  ...listed(roleListingKey(scope, 'support', id(3)), id(3)),
  named(roleListPartition(scope), id(3), 'support'),
  beside(roleNameKey(scope, 'support'), { id: id(3) }),
  beside(roleHolderKey(scope, id(3), 'KEY', id(1))),
  beside(roleHolderKey(scope, id(3), 'USER', id(2))),
];

const rule = {
  id: id(4),
  ruleId: 'LIMIT',
  ruleName: 'Limit',
  priority: 7,
  entityType: 'sales.order',
  enabled: true,
};
const rules: RawItem[] = [
  row(ruleKey(scope, id(4)), 'rule', rule),
  ...listed(ruleListingKey(scope, 7, 'LIMIT'), id(4), { n: 'Limit' }),
  named(ruleListPartition(scope), id(4), 'Limit'),
  beside(ruleIdKey(scope, 'LIMIT'), { id: id(4) }),
  row(activeRuleKey(scope, rule), 'active_rule', { id: id(4) }),
  row(resourceKey(ruleSets.name, scope, id(5)), ruleSets.name, { id: id(5), setId: 'SET', setName: 'Set' }),
  ...listed(resourceListingKey(ruleSets.name, scope, textOrder('SET'), undefined), id(5)),
  named(resourceListPartition(ruleSets.name, scope), id(5), 'Set'),
  beside(resourceValueKey(ruleSets.name, scope, 'setId', 'SET'), { id: id(5) }),
];

const toggles: RawItem[] = [
  row(toggleKey(id(6)), 'toggle', { id: id(6), identifier: 'checkout' }),
  ...listed(toggleListingKey('checkout'), id(6)),
  named(toggleListPartition, id(6), 'checkout'),
  row(toggleIdentifierKey('checkout'), 'toggle_identifier'),
  row(overrideKey(scope, 'checkout'), 'toggle_override', { id: id(9), tenantId, toggleId: id(6) }),
  beside(overrideListingKey(scope, 'checkout'), { id: id(9), toggleId: id(6) }),
];

const records: RawItem[] = [
  row(recordKey(scope, id(7)), 'record', {
    ...{ id: id(7), entityType: 'sales.order', externalId: 'SO-1' },
    sources: { sync_s3_files: '17' },
  }),
  row(syncedKey(scope, { integrationId: 'sync_s3_files', entityType: 'sales.order' }, '17'), 'synced', {
    localId: id(7),
  }),
  ...listed(recordListingKey(scope, 'sales.order', createdAtMs, id(7)), id(7)),
  beside(externalIdKey(scope, 'sales.order', 'SO-1'), { id: id(7) }),
];

const jobs: RawItem[] = [
  row(jobKey(scope, id(8)), 'job', {
    ...{
      id: id(8),
      name: 'Job',
      isEnabled: true,
      scheduleType: 'interval',
      scheduleValue: '30s',
      anchorMs: createdAtMs,
    },
  }),
  beside(jobDueKey(scope, id(8), nowMs), { tenantId, id: id(8) }),
  ...listed(jobListingKey(scope, createdAtMs, id(8)), id(8)),
  named(jobListPartition(scope), id(8), 'Job'),
  beside(scheduledKey(scope, id(8)), { tenantId, id: id(8) }),
  row(runKey(scope, id(8), createdAtMs), 'job_run', { state: 'completed', finishedAtMs: nowMs }),
];

const delivery = { ...scope, id: id(10), webhookId: id(9), madeAtMs: createdAtMs };
const webhooks: RawItem[] = [
  row(webhookKey(scope, id(9)), 'webhook', { id: id(9), name: 'Hook', isActive: true }),
  ...listed(webhookListingKey(scope, createdAtMs, id(9)), id(9)),
  named(webhookListPartition(scope), id(9), 'Hook'),
  row(subscriptionKey(scope, id(9)), 'subscription', { webhookId: id(9) }),
  row(deliveryKey(scope, delivery), 'delivery', { ...delivery, status: 'delivered', attemptNumber: 2 }),
  row(deliveryLocatorKey(scope, id(10)), 'delivery_locator'),
  row(attemptKey(scope, id(10), 1), 'delivery_attempt', { attemptNumber: 1 }),
  row(attemptKey(scope, id(10), 2), 'delivery_attempt', { attemptNumber: 2 }),
  row(inboundEndpointKey(id(11)), inboundEndpoints.name, { id: id(11), name: 'Inbound', createdAt }),
  ...listed(resourceListingKey(inboundEndpoints.name, scope, newestFirst(createdAtMs), id(11)), id(11)),
  named(resourceListPartition(inboundEndpoints.name, scope), id(11), 'Inbound'),
];

export const payment = aPayment({
  ...scope,
  id: id(12),
  status: 'partially_refunded',
  capturedMinor: 1_000,
  refunds: {
    re_1: {
      amountMinor: 400,
      status: 'succeeded',
      reason: null,
      operation: operationName('dd'),
      atMs: nowMs,
    },
  },
  dueAtMs: nowMs + 1_000,
  createdAtMs,
});
const payments: RawItem[] = [
  row(paymentKey(scope, payment.id), 'payment', payment),
  ...listed(paymentListingKey(scope, createdAtMs, payment.id), payment.id, { st: payment.status }),
  row(paymentLocatorKey(payment.id), 'payment_locator'),
  row(paymentSessionKey(payment, 'stripe', 'pi_1'), 'payment_session'),
  row(paymentDueKey(payment, nowMs + 1_000), 'payment_due'),
  row(paymentRefundKey(scope, payment.id, 're_1'), 'payment_refund'),
  row(paymentHistoryKey(scope, payment.id, createdAtMs, 'h'), 'payment_history', {
    ...{ source: 'operation', processed: true, idempotencyKey: 'dd', receivedAtMs: createdAtMs },
  }),
  row(paymentOperationKey(scope, 'dd'), 'payment_operation', {
    id: 'dd',
    action: 'refund',
    transactionId: payment.id,
    status: 'succeeded',
  }),
];

const file = {
  id: id(13),
  entityId: 'sales.order',
  recordId: 'SO-1',
  fileSize: 5,
  partitionCode: 'private',
  documents: JSON.stringify({ tags: ['a'] }),
};
const files: RawItem[] = [
  row(attachmentKey(scope, file.id), 'attachment', file),
  ...listed(attachmentListingKey(scope, createdAtMs, file.id), file.id),
  ...listed(recordFileListingKey(scope, file, createdAtMs, file.id), file.id),
  row(attachmentLocatorKey(file.id), 'attachment_locator'),
  row(placementKey(id(99)), 'file_placement', { fileId: id(99), dueAtMs: nowMs + 1 }),
  beside(storageUsageKey(scope), { bytes: 5, files: 1, bytes_private: 5, files_private: 1 }),
  beside(tagKey(scope, 'a', file.id), { tag: 'a', n: 1 }),
];
export const objects = new Map([[originalKey({ ...scope, attachmentId: file.id }), file.fileSize]]);
export const fileId = file.id;

const integrations: RawItem[] = [
  row(integrationStateKey(scope, 'sync'), 'integration', {
    id: 'sync',
    credentialKeys: ['token'],
    credentialsRevision: 1,
    isEnabled: true,
  }),
  row(integrationCredentialsKey(scope, 'sync'), 'integration_credentials'),
  row(healthCheckKey(scope, 'sync'), 'health_check', { integrationId: 'sync' }),
];

const goesOn = {
  id: id(14),
  jobType: 'export',
  status: 'running',
  parentJobId: null,
  createdAtMs,
  finishedAtMs: null,
};
const isOver = { ...goesOn, id: id(15), status: 'completed', finishedAtMs: nowMs };
const progress: RawItem[] = [
  row(progressKey(scope, goesOn.id), 'progress_job', goesOn),
  beside(progressListingKey(scope, 'ACTIVE', createdAtMs, goesOn.id), {
    id: goesOn.id,
    b: 1,
    st: 'running',
  }),
  row(progressWatchKey(scope, goesOn.id), 'progress_watch', { id: goesOn.id }),
  row(progressKey(scope, isOver.id), 'progress_job', isOver),
  beside(progressListingKey(scope, 'ENDED', createdAtMs, isOver.id), {
    id: isOver.id,
    b: 1,
    st: 'completed',
  }),
];

const subject = { integrationId: 'sync', entityType: 'sales.order', direction: 'import' };
const runs: RawItem[] = [
  row(syncRunKey(scope, id(14)), 'sync_run', { id: id(14), createdAtMs, status: 'running', ...subject }),
  ...listed(syncRunListingKey(scope, createdAtMs, id(14)), id(14), { s: 'running' }),
  row(syncLockKey(scope, subject), 'sync_lock', { runId: id(14) }),
  row(activeSyncRunKey(scope, id(14)), 'sync_active'),
  row(syncFailureKey(scope, id(14), 1, 1), 'sync_failure'),
  row(resourceKey(savedMappings.name, scope, id(15)), savedMappings.name, { id: id(15), mapping: '{}' }),
  ...listed(resourceListingKey(savedMappings.name, scope, newestFirst(createdAtMs), id(15)), id(15)),
];

export const soundItems: readonly RawItem[] = [
  ...tenant,
  ...people,
  ...rules,
  ...toggles,
  ...records,
  ...jobs,
  ...webhooks,
  ...payments,
  ...files,
  ...integrations,
  ...progress,
  ...runs,
];
