import { describe, expect, it } from 'vitest';
import { fromLine, openItemWriter, toLine, writeFormat } from '../../../lib/admin/backup-files.ts';
import { progressOn } from '../../../lib/admin/progress.ts';
import { openBackup } from '../../../lib/admin/restore.ts';
import {
  fingerprint,
  isRemoved,
  isRestoredLast,
  type Live,
  restoreActionOf,
} from '../../../lib/admin/restore-plan.ts';
import { toAttributes } from '../../../shared/kernel/table/attributes.ts';
import {
  auditKey,
  callerKey,
  dataKeyKey,
  erasedKey,
  limitKey,
  outboxKey,
  sessionKey,
} from '../../../shared/kernel/table/keys.ts';
import { placementKey } from '../../../shared/modules/attachments/keys.ts';
import { ruleKey } from '../../../shared/modules/rules/keys.ts';
import { jobDueKey, scheduledKey } from '../../../shared/modules/scheduler/keys.ts';
import { activeSyncRunKey } from '../../../shared/modules/sync/keys.ts';
import { folderOfTest } from '../../support/folders.ts';

const [tenantId, other] = ['0b4e7f0a-6d1c-4a52-9a07-0d7a52a1f001', '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10'];
const rule = { ...ruleKey({ tenantId, organizationId: 'o' }, '1') };
const door = { ...callerKey('a'), tenantId, entity: 'caller' };
const session = { ...sessionKey('a'), tenantId };
const event = outboxKey({ tenantId, organizationId: 'o', id: 'a', occurredAtMs: 1 });
const erasedPk = erasedKey({ tenantId }).pk;
const lost: Live = { credentials: new Set(), tenants: new Set(), erased: new Set() };
const alive: Live = { ...lost, tenants: new Set([tenantId, null]) };
const nowSeconds = 1_000;
const fate = (item: Record<string, unknown>, live: Live, only?: string) =>
  restoreActionOf(item, live, { tenantId: only, nowSeconds, erasedPk });

describe('the restore of an item of the backup', () => {
  it.each<[string, Record<string, unknown>, Live, string | undefined, string]>([
    ['a row is restored', rule, alive, undefined, 'put'],
    ['a row of the given tenant is restored', rule, alive, tenantId, 'put'],
    ['a row of another tenant is ignored', rule, alive, other, 'leave'],
    ['an expired item is not restored', { ...rule, ttl: 999 }, alive, undefined, 'expired'],
    ['an unexpired item is restored', { ...rule, ttl: 1_001 }, alive, undefined, 'put'],
    ['an erased tenant stays erased', rule, { ...alive, erased: new Set([erasedPk]) }, undefined, 'erased'],
    ['an existing key is restored', door, { ...alive, credentials: new Set(['KEY#a']) }, undefined, 'put'],
    ['a key that was deleted since is not restored', door, alive, undefined, 'revoked'],
    ['a session that ended since is not restored', session, alive, undefined, 'revoked'],
    ['a key without a holder is not restored', { ...door, tenantId: null }, alive, undefined, 'revoked'],
    ['a lost table restores every key', door, lost, undefined, 'put'],
    ['counters with a TTL are ignored', limitKey('login', 'a') as never, alive, undefined, 'leave'],
  ])('%s', (_, item, live, only, expected) => expect(fate(item, live, only)).toBe(expected));

  it.each<[string, Record<string, unknown>, string | undefined, boolean]>([
    ['a row is deleted', rule, undefined, true],
    ['a key is deleted', door, undefined, true],
    ['a row of another tenant stays', rule, other, false],
    ['an audit entry stays', { ...auditKey({ tenantId }, 1, 'a'), entity: 'audit' }, undefined, false],
    ['an event stays', { ...event }, undefined, false],
    ['an erased item stays erased', { ...erasedKey({ tenantId }) }, undefined, false],
    ['a data key stays', { ...dataKeyKey({ tenantId }, 1) }, undefined, false],
  ])('of later items, %s', (_, item, only, expected) => expect(isRemoved(item, only)).toBe(expected));

  it('distinguishes keys', () => {
    expect(fingerprint({ pk: 'a', sk: 'bc' })).not.toBe(fingerprint({ pk: 'ab', sk: 'c' }));
  });
});

it('restores credentials, and items by which sweeps find files, jobs and sync runs, after what they lead to', () => {
  const swept = [
    placementKey('file'),
    scheduledKey({ tenantId }, other),
    jobDueKey({ tenantId }, other, 1),
    activeSyncRunKey({ tenantId }, other),
  ];
  expect([door, ...swept].filter((item) => !isRestoredLast({ ...item }))).toEqual([]);
  expect(isRestoredLast({ ...rule })).toBe(false);
});

describe('a line of a backup', () => {
  it('contains an item in DynamoDB’s export format', () => {
    const deep = { list: ['x', null, true], bytes: Buffer.from('hi') };
    const item = toAttributes({ pk: 'a', sk: 'b', n: 1, deep });
    expect(JSON.parse(toLine(item))).toMatchObject({
      Item: { pk: { S: 'a' }, n: { N: '1' }, deep: { M: { bytes: { B: 'aGk=' } } } },
    });
    const back = fromLine(toLine(item));
    expect(Buffer.from(back.deep?.M?.bytes?.B ?? []).toString()).toBe('hi');
    expect({ ...back, deep: undefined }).toEqual({ ...item, deep: undefined });
  });

  it.each(['{}', '{"Item":{}}', '{"Item":{"pk":{"S":"a"}}}'])('is refused if it is malformed: %s', (line) =>
    expect(() => fromLine(line)).toThrow('not an item'),
  );
});

describe('a folder with a backup', () => {
  const progress = progressOn({ write: () => undefined });

  async function aBackup(of: string | undefined, items: readonly object[] = [rule]): Promise<string> {
    const folder = folderOfTest();
    const writer = openItemWriter(folder);
    for (const item of items) await writer.write(toAttributes(item));
    await writer.end();
    writeFormat(folder, of);
    return folder;
  }

  it.each<[string, string | undefined, string | undefined]>([
    ['of one tenant restores this tenant', tenantId, tenantId],
    ['of all tenants restores all', undefined, undefined],
    ['of all tenants restores one', undefined, tenantId],
  ])('%s', async (_, of, only) => {
    const folder = await aBackup(of);
    expect((await openBackup(folder, { tenantId: only, progress })).known.size).toBe(1);
  });

  it.each([undefined, other])(
    'of one tenant is not restored for %s, because that would remove the data of others',
    async (only) => {
      const folder = await aBackup(tenantId);
      await expect(openBackup(folder, { tenantId: only, progress })).rejects.toThrow(`--tenant ${tenantId}`);
    },
  );

  it('is not restored for a tenant that it does not contain, because that would remove its data', async () => {
    const folder = await aBackup(undefined);
    await expect(openBackup(folder, { tenantId: other, progress })).rejects.toThrow(
      `nothing of the tenant ${other}`,
    );
  });

  it('is not restored if it contains two backups', async () => {
    const folder = await aBackup(undefined, [rule, session, rule]);
    await expect(openBackup(folder, { tenantId: undefined, progress })).rejects.toThrow(
      'more than one backup',
    );
  });
});
