import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { belongsTo, knownKinds } from '../../../lib/admin/owner.ts';
import {
  auditKey,
  callerKey,
  counterKey,
  dataKeyKey,
  erasedKey,
  limitKey,
  outboxKey,
  sessionKey,
  tenantKey,
  tenantListPartition,
} from '../../../shared/kernel/table/keys.ts';
import { attachmentLocatorKey, fileWorkKey, placementKey } from '../../../shared/modules/attachments/keys.ts';
import { emailKey, tenantListingKey } from '../../../shared/modules/identity/keys.ts';
import { healthCheckKey } from '../../../shared/modules/integrations/keys.ts';
import {
  paymentDueKey,
  paymentLocatorKey,
  paymentSessionKey,
} from '../../../shared/modules/payments/keys.ts';
import { progressWatchKey } from '../../../shared/modules/progress/keys.ts';
import { ruleKey } from '../../../shared/modules/rules/keys.ts';
import { jobDueKey, scheduledKey } from '../../../shared/modules/scheduler/keys.ts';
import { activeSyncRunKey } from '../../../shared/modules/sync/keys.ts';
import { toggleIdentifierKey, toggleKey, toggleListingKey } from '../../../shared/modules/toggles/keys.ts';
import { inboundEndpointKey } from '../../../shared/modules/webhooks/keys.ts';

const mine = '0b4e7f0a-6d1c-4a52-9a07-0d7a52a1f001';
const other = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const at = 1_700_000_000_000;
const id = 'c0ffee00-6d1c-4a52-9a07-0d7a52a1f002';

/** An item of every kind that belongs to a tenant. */
const items = (tenantId: string) => [
  ruleKey({ tenantId, organizationId: 'o' }, id),
  tenantKey({ tenantId }),
  dataKeyKey({ tenantId }, 1),
  tenantListingKey({ tenantId }, `A # name of ${other}#`),
  emailKey('e'.repeat(64), { tenantId }),
  scheduledKey({ tenantId }, id),
  jobDueKey({ tenantId }, id, at),
  healthCheckKey({ tenantId, organizationId: 'o' }, 'sync'),
  paymentSessionKey({ tenantId, id }, 'stripe', 'pi_1'),
  outboxKey({ tenantId, organizationId: 'o', id, occurredAtMs: at }),
  paymentDueKey({ tenantId, id }, at),
  activeSyncRunKey({ tenantId }, id),
  progressWatchKey({ tenantId, organizationId: 'o' }, id),
  { ...callerKey('a'.repeat(64)), tenantId },
  { ...sessionKey('a'.repeat(64)), tenantId },
  { ...inboundEndpointKey(id), tenantId },
  { ...attachmentLocatorKey(id), tenantId },
  { ...paymentLocatorKey(id), tenantId },
  { ...fileWorkKey({ attachmentId: id, shard: 0 }), tenantId },
  { ...placementKey(id), tenantId },
  { ...auditKey({ tenantId: null }, at, id), resource: 'directory.tenant', resourceId: tenantId },
  {
    ...outboxKey({ tenantId: null, organizationId: null, id, occurredAtMs: at }),
    type: 'directory.tenant.updated',
    data: JSON.stringify({ id: tenantId }),
  },
];

describe('the owner of an item', () => {
  it.each(items(mine))('knows %o', (item) => {
    expect([belongsTo({ ...item }, mine), belongsTo({ ...item }, other)]).toEqual([true, false]);
  });

  it.each([
    toggleKey(id),
    toggleIdentifierKey('x'),
    toggleListingKey('x'),
    limitKey('login', 'a'.repeat(64)),
    erasedKey({ tenantId: mine }),
    { ...auditKey({ tenantId: null }, at, id), resource: 'feature_toggles.toggle', resourceId: mine },
    counterKey(tenantListPartition, 3),
  ])('is not a tenant for shared items: %o', (item) => expect(belongsTo({ ...item }, mine)).toBe(false));

  it.each([
    { pk: 'SOMETHINGNEW#1', sk: `x#${mine}` },
    { pk: `SOMETHINGNEW#${mine}`, sk: 'x' },
    { pk: 'SOMETHINGNEW#1', sk: 'x', tenantId: mine },
  ])('is found by its id in items of unknown kinds: %o', (item) =>
    expect([belongsTo({ ...item }, mine), belongsTo({ ...item }, other)]).toEqual([true, false]),
  );

  it('is known for every partition in the tables of keys', () => {
    const rows = globSync('shared/**/keys.ts').flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/^ \* \| [^|]+ \| ([^|]+) \| [^|]+ \| \w+/gm),
    ]);
    const kinds = rows.map(([, pk = '']) => pk.split('#')[0] ?? '');
    const named = kinds.filter((kind) => /^[A-Z]+$/.test(kind));
    expect(named.length).toBeGreaterThan(60);
    expect(new Set(named.filter((kind) => !knownKinds.has(kind)))).toEqual(new Set());
  });

  it('is found for listing items among names of others', () => {
    const evil = tenantListingKey({ tenantId: other }, `x#${mine}`);
    expect(belongsTo({ ...evil }, mine)).toBe(false);
  });
});
