import { describe, expect, it } from 'vitest';
import { originalKey } from '../../../shared/kernel/files/object-keys.ts';
import { callerKey, outboxKey, usageKey } from '../../../shared/kernel/table/keys.ts';
import {
  attachmentLocatorKey,
  attachmentVersionKey,
  fileWorkKey,
  placementKey,
  storageUsageKey,
  wordKey,
} from '../../../shared/modules/attachments/keys.ts';
import { roleHolderKey } from '../../../shared/modules/identity/keys.ts';
import { ruleListPartition } from '../../../shared/modules/rules/keys.ts';
import { runKey, scheduledKey } from '../../../shared/modules/scheduler/keys.ts';
import { activeSyncRunKey } from '../../../shared/modules/sync/keys.ts';
import { webhookListPartition } from '../../../shared/modules/webhooks/keys.ts';
import { problemsIn } from '../../support/invariants/index.ts';
import { type RawItem, rawTable } from '../../support/invariants/table.ts';
import { fileId, nowMs, objects, payment, scope, soundItems } from './sound-table.ts';

const complaints = (items: readonly RawItem[], files: ReadonlyMap<string, number> = objects) =>
  problemsIn(rawTable(items, { objects: files, nowMs }));

/** Items that can be missing without an inconsistency: no other item refers to them. */
const mayGo = (item: RawItem): boolean =>
  ['job_run', 'health_check', 'sync_failure', 'toggle_identifier', 'file_placement'].includes(
    String(item.entity),
  ) ||
  (item.entity === 'organization' && item.parentId !== null);

const soundRoleId = String(soundItems.find(({ entity }) => entity === 'role')?.id);

describe('the invariants', () => {
  it('report nothing for a consistent table', () => expect(complaints(soundItems)).toEqual([]));

  it.each(soundItems.filter((item) => !mayGo(item)).map((item) => [`${item.pk} ${item.sk}`, item] as const))(
    'report that %s is lost',
    (_, lost) => expect(complaints(soundItems.filter((item) => item !== lost))).not.toEqual([]),
  );

  it.each(soundItems.filter(({ pk }) => pk.endsWith('#COUNT')).map((item) => [item.pk, item] as const))(
    'report that %s has moved',
    (_, counter) => {
      const moved = soundItems.map((item) => (item === counter ? { ...item, n: 2 } : item));
      expect(complaints(moved)).toEqual([expect.stringContaining('counts 2 and has 1')]);
    },
  );

  it.each<[string, string, object, RegExp]>([
    ['a name that was changed', 'webhook', { name: 'Other' }, /^names/],
    ['an outdated executable rule', 'active_rule', { rev: 0 }, /^executed rules/],
    ['a disabled rule that is executed', 'rule', { enabled: false }, /executed.*orphan/],
    ['a role with one holder too many', 'role', { users: 2 }, /^roles: .* counts 2 users/],
    ['a role with an abandoned change', 'role', { pending: {} }, /^roles: the change/],
    [
      'an ended job without an end time',
      'progress_job',
      { finishedAtMs: null },
      /^background work: .* is over/,
    ],
    [
      'a claim without a run',
      'job_run',
      { state: 'active', leaseUntilMs: nowMs - 1 },
      /^runs.*without a worker/,
    ],
    ['an ended run without an end time', 'job_run', { finishedAtMs: null }, /^runs.*without an end time/],
    [
      'a pending delivery without a schedule',
      'delivery',
      { status: 'pending' },
      /^deliveries.*without a worker/,
    ],
    [
      'a delivery whose worker died',
      'delivery',
      { status: 'sending', leaseUntilMs: nowMs - 1 },
      /^deliveries.*without a worker/,
    ],
    ['a delivery with a wrong number of attempts', 'delivery', { attemptNumber: 3 }, /^attempts/],
    ['more refunded than captured', 'payment', { capturedMinor: 300 }, /^money/],
    ['more captured than authorized', 'payment', { capturedMinor: 2_000 }, /^money/],
    [
      'an abandoned operation of a payment',
      'payment',
      { active: { id: 'dd', token: 't', untilMs: nowMs - 1 } },
      /^payments: an operation/,
    ],
    [
      'an operation without a worker',
      'payment_operation',
      { status: 'in_progress', leaseUntilMs: nowMs - 1 },
      /^operations/,
    ],
    [
      'an operation without its payment',
      'payment_operation',
      { transactionId: 'x' },
      /^operations.*no payment/,
    ],
    [
      'money moved without an operation',
      'payment_history',
      { idempotencyKey: 'x' },
      /^history.*operation that there is not/,
    ],
    [
      'an operation that was published, but not executed',
      'payment_operation',
      { status: 'failed' },
      /^history.*operation that there is not/,
    ],
    ['an outdated listed status', 'payment', { ...payment, status: 'captured' }, /^payments.*differs from/],
    ['a wrong storage quota', 'attachment', { fileSize: 6 }, /^quotas/],
    ['a file in another partition than its counter', 'attachment', { partitionCode: 'other' }, /^quotas/],
    ['credentials that are missing in the state', 'integration_credentials', { rev: 2 }, /^credentials/],
    ['a health check of a disabled integration', 'integration', { isEnabled: false }, /^health checks/],
    ['a sync run without a worker', 'sync_run', { lease: { untilMs: nowMs - 1 } }, /^sync runs/],
    ['a lock of an ended run', 'sync_run', { status: 'failed' }, /^locks of syncs.*orphan/],
    ['a lock of another run', 'sync_lock', { runId: 'x' }, /^locks of syncs/],
  ])('notice %s', (_, entity, change, complaint) => {
    const changed = soundItems.map((item) => (item.entity === entity ? { ...item, ...change } : item));
    expect(complaints(changed)).toContainEqual(expect.stringMatching(complaint));
  });

  it.each<[string, RawItem, RegExp]>([
    [
      'an event that was not published',
      { ...outboxKey({ ...scope, id: 'e', occurredAtMs: 1 }), entity: 'outbox' },
      /^outbox/,
    ],
    [
      'a limit with a wrong number of webhooks',
      { ...usageKey(webhookListPartition(scope), 0), n: 3 },
      /^usage: .* counts 3 and has 1/,
    ],
    ['a closed key that authenticates', { ...callerKey('ee'), entity: 'caller', id: 'x' }, /^callers/],
    ['a run without its job', { ...runKey(scope, 'x', 1), entity: 'job_run' }, /^runs/],
    [
      'an uncounted reservation',
      {
        ...fileWorkKey({ attachmentId: 'x', shard: 0 }),
        entity: 'file_work',
        kind: 'upload',
        tenantId: scope.tenantId,
        bytes: 7,
        partitionCode: 'private',
        dueAtMs: nowMs + 1,
      },
      /^quotas/,
    ],
    [
      'an abandoned removal',
      {
        ...fileWorkKey({ attachmentId: 'x', shard: 0 }),
        entity: 'file_work',
        kind: 'purge',
        dueAtMs: nowMs - 1,
      },
      /^files: the purge/,
    ],
    ['an indexed word without a file', { ...wordKey(scope, 'hello', 1, 'x'), id: 'x' }, /^words/],
  ])('notice %s', (_, added, complaint) => {
    expect(complaints([...soundItems, added])).toContainEqual(expect.stringMatching(complaint));
  });

  it.each<[string, RawItem[], RegExp]>([
    [
      'an outdated listing item',
      soundItems.map((item) =>
        item.pk === ruleListPartition(scope) ? { ...item, row: { entity: 'rule', rev: 0 } } : item,
      ),
      /^lists: .* shows revision 0, the row has 1/,
    ],
    [
      'an address of another user',
      soundItems.map((item) => (item.pk.startsWith('EMAIL') ? { ...item, userId: 'x' } : item)),
      /^addresses/,
    ],
    [
      'an organization below a deleted one',
      soundItems.map((item) => (item.parentId === null ? { ...item, deletedAt: 'x' } : item)),
      /^organizations/,
    ],
  ])('notice %s', (_, items, complaint) =>
    expect(complaints(items)).toContainEqual(expect.stringMatching(complaint)),
  );

  it('report a row without its file, and a file without its row', () => {
    expect(complaints(soundItems, new Map())).toEqual([expect.stringMatching(/^files: .* is missing/)]);
    const stray = originalKey({ ...scope, attachmentId: 'stray' });
    expect(complaints(soundItems, new Map([...objects, [stray, 1]]))).toEqual([`files: ${stray} has no row`]);
  });

  it('report a file of another size than its counter', () => {
    const [[key = ''] = []] = objects;
    expect(complaints(soundItems, new Map([[key, 4]]))).toEqual([
      `files: ${key} has 4 bytes, and 5 are counted`,
    ]);
  });

  it('report versions that are not counted, or without their file', () => {
    const current = { fileId: 'second', keptCount: 1, keptBytes: 3 };
    const version = {
      ...attachmentVersionKey(scope, fileId, 1),
      ...{ entity: 'attachment_version', v: 1, number: 1, fileId, fileSize: 3 },
    };
    const { pk: usagePk } = storageUsageKey(scope);
    const items: RawItem[] = soundItems.map((item) => {
      if (item.entity === 'attachment') return { ...item, version: 2, current };
      return item.pk === usagePk ? { ...item, bytes: 8, bytes_private: 8 } : item;
    });
    const objectOf = (attachmentId: string) => originalKey({ ...scope, attachmentId });
    const stored = new Map([
      [objectOf('second'), 5],
      [objectOf(fileId), 3],
    ]);
    expect(complaints([...items, version], stored)).toEqual([]);
    expect(complaints([...items, version], new Map([[objectOf('second'), 5]]))).toEqual([
      expect.stringMatching(/^files: .* is missing/),
    ]);
    expect(complaints(items, stored)).toContainEqual(
      expect.stringMatching(/^versions: .* counts 3 bytes of kept versions, and 0 are stored/),
    );
    const stray = { ...version, ...attachmentVersionKey(scope, 'stray', 1) };
    expect(complaints([...items, version, stray], stored)).toEqual([
      expect.stringMatching(/^versions: .* belongs to no file/),
    ]);
  });

  it.each<[string, RawItem]>([
    ['holders', { ...roleHolderKey(scope, soundRoleId, 'USER', 'dead'), kind: 'USER', id: 'dead' }],
    ['locators of files', { ...attachmentLocatorKey('dead'), ...scope, entity: 'attachment_locator', v: 1 }],
    ['jobs that fire', { ...scheduledKey(scope, 'dead'), tenantId: scope.tenantId, id: 'dead' }],
    [
      'syncs that are watched',
      { ...activeSyncRunKey(scope, 'dead'), ...scope, id: 'dead', entity: 'sync_active', v: 1 },
    ],
  ])('report items without a row: %s', (what, item) => {
    expect(complaints([...soundItems, item])).toContainEqual(
      expect.stringMatching(new RegExp(`^${what}: .* is an orphan$`)),
    );
  });

  it('ignore a file that is being stored', () => {
    const placement = { ...placementKey('new'), entity: 'file_placement', fileId: 'new', dueAtMs: nowMs + 1 };
    const placed = new Map([...objects, [originalKey({ ...scope, attachmentId: 'new' }), 1]]);
    expect(complaints([...soundItems, placement], placed)).toEqual([]);
    expect(complaints(soundItems, placed)).toEqual([expect.stringContaining('has no row')]);
    expect(complaints([...soundItems, { ...placement, dueAtMs: nowMs - 1 }])).toEqual([
      expect.stringContaining('was left behind'),
    ]);
  });

  it('ignore a file that is being deleted', () => {
    const purge = {
      ...fileWorkKey({ attachmentId: 'stray', shard: 0 }),
      entity: 'file_work',
      kind: 'purge',
      attachmentId: 'stray',
      dueAtMs: nowMs + 1,
    };
    const stray = originalKey({ ...scope, attachmentId: 'stray' });
    expect(complaints([...soundItems, purge], new Map([...objects, [stray, 1]]))).toEqual([]);
  });

  it('ignore expired items', () => {
    const items = soundItems.map((item) =>
      item.entity === 'session' || item.entity === 'user-session'
        ? { ...item, ttl: nowMs / 1_000 - 1 }
        : item,
    );
    expect(complaints(items)).toEqual([]);
    expect(fileId).not.toBe('');
  });
});
