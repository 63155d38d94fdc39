/** The sweep of digests after an hour in which many users received notifications. */
import { expect, it } from 'vitest';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { tenantKey } from '../../../shared/kernel/table/keys.ts';
import { sweepDigests } from '../../../shared/modules/email/channel/sweep.ts';
import { digestDueKey } from '../../../shared/modules/email/keys.ts';
import { mockQueues } from '../../support/fault-injection/mock-queues.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';

const { bodiesSent } = mockQueues('email');
const nowMs = Date.UTC(2026, 2, 1, 10);
const tenant = (first: string) => ({ tenantId: `${first}a0e8a7d-53a1-4b35-8b0e-4f0a6c0d2e11` });
const idOf = (index: number) => `0000${index.toString(16).padStart(4, '0')}-3a52-4a27-9a1b-7d9d0a5b2c44`;

it('enqueues the digest of a small tenant although two thousand users of another one have digests', async () => {
  const [large, small] = [tenant('0'), tenant('1')];
  const due = [
    ...Array.from({ length: 2_000 }, (_, index) => ({ ...large, userId: idOf(index) })),
    { ...small, userId: idOf(0) },
  ].map((digest) => ({ ...digest, dueMs: nowMs, lastEntryId: 'one' }));
  aPoisonTable([
    ...[large, small].map((scope) => ({ ...tenantKey(scope), isActive: true })),
    ...due.map((one) => toItem(digestDueKey(one, one.userId, one.dueMs), 'digest_due', one)),
  ]);
  expect(await sweepDigests({ nowMs: nowMs + 60_000 })).toBe(due.length);
  expect(bodiesSent().filter((body) => body.includes(small.tenantId))).toHaveLength(1);
});
