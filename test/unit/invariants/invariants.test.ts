/** Each check notices its inconsistency in items that have the keys of the modules. */
import { describe, expect, it } from 'vitest';
import { originalKey } from '../../../shared/kernel/files/object-keys.ts';
import {
  callerKey,
  counterKey,
  nameKey,
  organizationKey,
  outboxKey,
  usageKey,
} from '../../../shared/kernel/table/keys.ts';
import {
  attachmentKey,
  attachmentLocatorKey,
  attachmentVersionKey,
  fileWorkKey,
  placementKey,
  storageUsageKey,
  tagKey,
  wordKey,
} from '../../../shared/modules/attachments/keys.ts';
import { roleHolderKey } from '../../../shared/modules/identity/keys.ts';
import {
  healthCheckKey,
  integrationCredentialsKey,
  integrationStateKey,
} from '../../../shared/modules/integrations/keys.ts';
import { paymentHistoryKey, paymentListingKey } from '../../../shared/modules/payments/keys.ts';
import { activeRuleKey, ruleListingKey } from '../../../shared/modules/rules/keys.ts';
import { jobKey, runKey, scheduledKey } from '../../../shared/modules/scheduler/keys.ts';
import { activeSyncRunKey, syncLockKey } from '../../../shared/modules/sync/keys.ts';
import { webhookListPartition } from '../../../shared/modules/webhooks/keys.ts';
import { aPayment } from '../../support/builders/payment-rows.ts';
import { problemsIn } from '../../support/invariants/index.ts';
import { beside, type RawItem, rawTable, sameId } from '../../support/invariants/table.ts';

const nowMs = Date.UTC(2026, 0, 2);
const [id, tenantId] = ['000000d0-6d1c-4a52-9a07-0d7a52a1f0d0', '0b4e7f0a-6d1c-4a52-9a07-0d7a52a1f001'];
const scope = { tenantId, organizationId: 'c0ffee00-6d1c-4a52-9a07-0d7a52a1f002' };
const past = { leaseUntilMs: nowMs - 1, dueAtMs: nowMs - 1 };

const item = (entity: string | undefined, values: object): RawItem => ({
  ...{ pk: `TENANT#${tenantId}#X#${id}`, sk: 'X', entity, ...scope, id, rev: 1 },
  ...{ createdAt: new Date(nowMs).toISOString(), createdAtMs: nowMs, roleIds: [], ...values },
});
const complaints = (items: readonly RawItem[], objects: ReadonlyMap<string, number> = new Map()) =>
  problemsIn(rawTable(items, { objects, nowMs }));

const rule = { entityType: 'sales.order', priority: 7, ruleId: 'LIMIT', ruleName: 'Limit', enabled: true };
const payment = aPayment({ ...scope, id, capturedMinor: 1_000, createdAtMs: nowMs });
const told = {
  ...paymentHistoryKey(scope, id, nowMs, 'h'),
  ...{ source: 'operation', processed: true, idempotencyKey: 'dd', receivedAtMs: nowMs - 1 },
};
const running = { integrationId: 'sync', entityType: 'sales.order', direction: 'import', status: 'running' };
const integration = { ...integrationStateKey(scope, 'sync'), id: 'sync' };
const everySecond = { isEnabled: true, scheduleType: 'interval', scheduleValue: '1s' };
const ruleListing = ruleListingKey(scope, 7, 'LIMIT');
const webhookUsage = usageKey(webhookListPartition(scope), 0);
const work = fileWorkKey({ attachmentId: 'x', shard: 0 });
const file = {
  ...attachmentKey(scope, id),
  fileSize: 5,
  partitionCode: 'private',
  documents: '{"tags":["a"]}',
};
const stored = { bytes: 5, files: 1, bytes_private: 5, files_private: 1 };
const usage = item(undefined, { ...storageUsageKey(scope), ...stored });

it.each<[RegExp, ...RawItem[]]>([
  [/^names: .* lacks/, item('webhook', { name: 'Hook' })],
  [
    /^names: .* differs/,
    item('webhook', { name: 'Hook' }),
    item(undefined, { ...nameKey(webhookListPartition(scope), 'hook', id), n: 'Other' }),
  ],
  [
    /^executed rules: .* differs/,
    item('rule', rule),
    item('active_rule', { ...activeRuleKey(scope, rule), rev: 0 }),
  ],
  [/^executed rules: .* orphan/, item('active_rule', {})],
  [
    /^lists: .* shows revision 0, the row has 1/,
    item('rule', rule),
    item(undefined, { row: { entity: 'rule', rev: 0 } }),
  ],
  [
    /^lists: .* counts 2 and has 1/,
    item(undefined, { ...ruleListing, b: 100 }),
    item(undefined, { ...counterKey(ruleListing.pk, 3), n: 2 }),
  ],
  [/^usage: .* counts 3 and has 0/, item(undefined, { ...webhookUsage, sk: 'USAGE', n: 3 })],
  [/^outbox: .* was not published/, item('outbox', outboxKey({ ...scope, id, occurredAtMs: 1 }))],
  [/^callers: .* orphan/, item('caller', callerKey('ee'))],
  [/^roles: .* counts 2 users/, item('role', { users: 2, keys: 0 })],
  [/^roles: the change/, item('role', { pending: {} })],
  [/^holders: .* orphan/, item(undefined, roleHolderKey(scope, 'role', 'USER', id))],
  [
    /^organizations: .* has no parent/,
    item('organization', { ...organizationKey(scope, 'above'), parentId: null, deletedAt: 'x' }),
    item('organization', { ...organizationKey(scope, id), parentId: 'above' }),
  ],
  [/^background work: .* is over/, item('progress_job', { status: 'completed', finishedAtMs: null })],
  [/^runs: .* has no job/, item('job_run', runKey(scope, 'x', 1))],
  [/^runs: .* without a worker/, item('job_run', { state: 'active', ...past })],
  [/^runs: .* without an end time/, item('job_run', { state: 'completed', finishedAtMs: null })],
  [/^jobs: .* is never found by the tick/, item('job', { ...jobKey(scope, id), ...everySecond })],
  [/^jobs that fire: .* orphan/, item(undefined, scheduledKey(scope, id))],
  [/^deliveries: .* is pending without a worker/, item('delivery', { status: 'pending' })],
  [/^deliveries: .* is sending without a worker/, item('delivery', { status: 'sending', ...past })],
  [/^attempts: .* counts 3/, item('delivery', { attemptNumber: 3 })],
  [/^money: .* captured 2000 of 1000/, item('payment', { ...payment, capturedMinor: 2_000 })],
  [/^money: .* refunded 1300/, item('payment', { ...payment, unnamedRefundMinor: 1_300 })],
  [/^payments: an operation/, item('payment', { ...payment, active: { untilMs: nowMs - 1 } })],
  [
    /^payments: .* differs/,
    item('payment', payment),
    item(undefined, { ...paymentListingKey(scope, nowMs, id), b: 1, st: 'captured' }),
  ],
  [/^operations: .* without a worker/, item('payment_operation', { status: 'in_progress', ...past })],
  [/^operations: .* has no payment/, item('payment_operation', { action: 'refund', status: 'succeeded' })],
  [
    /^history: .* operation that there is not/,
    item('payment_history', told),
    item('payment_operation', { id: 'dd', transactionId: id, status: 'failed' }),
  ],
  [/^quotas: .* 5 bytes, and 6/, item('attachment', { ...file, fileSize: 6 }), usage],
  [/^quotas: .* 0 bytes_other, and 5/, item('attachment', { ...file, partitionCode: 'other' }), usage],
  [/^quotas: .* 0 bytes, and 7/, item('file_work', { ...work, kind: 'upload', bytes: 7 })],
  [/^tags: .* counts 0, and 1/, item('attachment', file)],
  [/^tags: .* counts 1, and 0/, item(undefined, { ...tagKey(scope, 'a', id), tag: 'a', n: 1 })],
  [/^files: the purge .* was left behind/, item('file_work', { ...work, kind: 'purge', ...past })],
  [/^files: the placement .* was left behind/, item('file_placement', { ...placementKey('new'), ...past })],
  [/^words: .* belongs to no file/, item(undefined, wordKey(scope, 'hello', 1, id))],
  [/^locators of files: .* orphan/, item('attachment_locator', attachmentLocatorKey(id))],
  [/^credentials: .* are missing/, item('integration', { ...integration, credentialKeys: ['token'] })],
  [/^credentials: .* differ/, item('integration_credentials', integrationCredentialsKey(scope, 'sync'))],
  [
    /^health checks: .* no enabled integration/,
    item('integration', { ...integration, isEnabled: false }),
    item('health_check', { ...healthCheckKey(scope, 'sync'), integrationId: 'sync' }),
  ],
  [/^sync runs: .* without a worker/, item('sync_run', { ...running, lease: { untilMs: nowMs - 1 } })],
  [/^locks of syncs: .* orphan/, item('sync_lock', syncLockKey(scope, running))],
  [
    /^locks of syncs: .* differs/,
    item('sync_run', running),
    item('sync_lock', { ...syncLockKey(scope, running), runId: 'x' }),
  ],
  [/^syncs that are watched: .* orphan/, item('sync_active', activeSyncRunKey(scope, id))],
  [/^failures: .* belong to no run/, item('sync_failure', {})],
])('the invariants report %s', (complaint, ...items) => {
  expect(complaints(items)).toContainEqual(expect.stringMatching(complaint));
});

describe('items beside rows', () => {
  const row = item('row', { pk: 'ROW' });
  const found = (...items: RawItem[]) =>
    beside(rawTable(items, { nowMs }), 'list', {
      rows: [row],
      expected: () => [{ pk: 'LIST', sk: id }],
      isBeside: ({ pk }) => pk === 'LIST',
      same: sameId,
    });
  const listed = item(undefined, { pk: 'LIST', sk: id });

  it.each<[string, RawItem[], RegExp[]]>([
    ['are complete', [listed], []],
    ['can be missing', [], [/^list: ROW X lacks LIST 0/]],
    ['can be expired', [{ ...listed, ttl: nowMs / 1_000 - 1 }], [/lacks/]],
    ['can be of another row', [{ ...listed, id: 'other' }], [/^list: LIST .* differs from ROW X$/]],
    ['can be left over', [listed, { ...listed, sk: 'dead' }], [/^list: LIST dead is an orphan$/]],
  ])('%s', (_, items, problems) => {
    expect(found(...items)).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  });
});

describe('the objects of files', () => {
  const current = { fileId: 'second', keptCount: 1, keptBytes: 3 };
  const version = item('attachment_version', {
    ...attachmentVersionKey(scope, id, 1),
    ...{ number: 1, fileId: id, fileSize: 3 },
  });
  const versioned = item('attachment', { ...file, version: 2, current });
  const purge = item('file_work', { ...work, kind: 'purge', attachmentId: 'other', dueAtMs: nowMs + 1 });
  const placement = item('file_placement', { ...placementKey('other'), fileId: 'other', dueAtMs: nowMs + 1 });

  it.each<[string, RawItem[], Record<string, number>, ...RegExp[]]>([
    ['are those of the rows', [item('attachment', file)], { [id]: 5 }],
    ['can be missing', [item('attachment', file)], {}, /^files: .* is missing/],
    ['can have no row', [], { other: 1 }, /^files: .* has no row/],
    ['can have another size', [item('attachment', file)], { [id]: 4 }, /has 4 bytes, and 5 are counted/],
    ['may be there while they are stored', [placement], { other: 1 }],
    ['may be there while they are deleted', [purge], { other: 1 }],
    ['include kept versions', [versioned, version], { second: 5, [id]: 3 }],
    ['can lack a kept version', [versioned, version], { second: 5 }, /^files: .* is missing/],
    [
      'can lack the row of a version',
      [versioned],
      { second: 5 },
      /^versions: .* counts 3 .*, and 0 are stored/,
    ],
    ['can have a version without its file', [version], {}, /^versions: .* belongs to no file/],
  ])('%s', (_, items, sizes, ...problems) => {
    const objects = Object.entries(sizes).map(
      ([attachmentId, bytes]) => [originalKey({ ...scope, attachmentId }), bytes] as const,
    );
    const found = complaints(items, new Map(objects)).filter((text) => /^(files|versions):/.test(text));
    expect(found).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  });
});
