import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { belongsTo, knownKinds } from '../../../lib/admin/owner.ts';
import * as keys from '../../../shared/kernel/table/keys.ts';

const mine = '0b4e7f0a-6d1c-4a52-9a07-0d7a52a1f001';
const other = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const at = 1_700_000_000_000;
const id = 'c0ffee00-6d1c-4a52-9a07-0d7a52a1f002';

/** An item of every kind as it is when it belongs to a tenant. */
const items = (tenantId: string) => [
  keys.ruleKey({ tenantId, organizationId: 'o' }, id),
  keys.tenantKey({ tenantId }),
  keys.dataKeyKey({ tenantId }, 1),
  keys.tenantListingKey({ tenantId }, `A # name of ${other}#`),
  keys.emailKey('e'.repeat(64), { tenantId }),
  keys.scheduledKey({ tenantId }, id),
  keys.healthCheckKey({ tenantId, organizationId: 'o' }, 'sync'),
  keys.paymentSessionKey({ tenantId, id }, 'stripe', 'pi_1'),
  keys.outboxKey({ tenantId, id, occurredAtMs: at }),
  keys.paymentDueKey({ tenantId, id }, at),
  keys.activeSyncRunKey({ tenantId }, id),
  keys.progressWatchKey({ tenantId, organizationId: 'o' }, id),
  { ...keys.callerKey('a'.repeat(64)), tenantId },
  { ...keys.sessionKey('a'.repeat(64)), tenantId },
  { ...keys.inboundEndpointKey(id), tenantId },
  { ...keys.attachmentLocatorKey(id), tenantId },
  { ...keys.paymentLocatorKey(id), tenantId },
  { ...keys.fileWorkKey({ attachmentId: id, shard: 0 }), tenantId },
  { ...keys.auditKey({ tenantId: null }, at, id), resource: 'directory.tenant', resourceId: tenantId },
  {
    ...keys.outboxKey({ tenantId: null, id, occurredAtMs: at }),
    type: 'directory.tenant.updated',
    data: JSON.stringify({ id: tenantId }),
  },
];

describe('whose an item is', () => {
  it.each(items(mine))('knows %o', (item) => {
    expect([belongsTo({ ...item }, mine), belongsTo({ ...item }, other)]).toEqual([true, false]);
  });

  it.each([
    keys.toggleKey(id),
    keys.toggleIdentifierKey('x'),
    keys.toggleCopyKey('x', 1),
    keys.toggleListingKey('x'),
    keys.limitKey('login', 'a'.repeat(64)),
    keys.erasedKey({ tenantId: mine }),
    { ...keys.auditKey({ tenantId: null }, at, id), resource: 'feature_toggles.toggle', resourceId: mine },
    keys.counterKey(keys.tenantListPartition, 3),
  ])('leaves what belongs to all: %o', (item) => expect(belongsTo({ ...item }, mine)).toBe(false));

  it.each([
    { pk: 'SOMETHINGNEW#1', sk: `x#${mine}` },
    { pk: `SOMETHINGNEW#${mine}`, sk: 'x' },
    { pk: 'SOMETHINGNEW#1', sk: 'x', tenantId: mine },
  ])('takes what names the tenant where nobody said where to look: %o', (item) =>
    expect([belongsTo({ ...item }, mine), belongsTo({ ...item }, other)]).toEqual([true, false]),
  );

  it('knows every kind of partition of the table of keys', () => {
    const rows = readFileSync('shared/kernel/table/keys.ts', 'utf8').matchAll(
      /^ \* \| [^|]+ \| ([^|]+) \| [^|]+ \| \w+/gm,
    );
    const kinds = [...rows].map(([, pk = '']) => pk.split('#')[0] ?? '');
    const named = kinds.filter((kind) => /^[A-Z]+$/.test(kind));
    expect(named.length).toBeGreaterThan(60);
    expect(new Set(named.filter((kind) => !knownKinds.has(kind)))).toEqual(new Set());
  });

  it('takes a tenant out whose listing item is among the names of others', () => {
    const evil = keys.tenantListingKey({ tenantId: other }, `x#${mine}`);
    expect(belongsTo({ ...evil }, mine)).toBe(false);
  });
});
