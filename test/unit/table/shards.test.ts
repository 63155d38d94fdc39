import { describe, expect, it } from 'vitest';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { fileWorkShardOf, fileWorkShards } from '../../../shared/modules/attachments/keys.ts';
import {
  paymentDueKey,
  paymentDueShardOf,
  paymentDueShards,
  paymentKey,
} from '../../../shared/modules/payments/keys.ts';
import { sweepPayments } from '../../../shared/modules/payments/operations/sweep.ts';
import { newJob } from '../../../shared/modules/progress/job.ts';
import {
  progressKey,
  progressWatchKey,
  progressWatchShardOf,
  progressWatchShards,
} from '../../../shared/modules/progress/keys.ts';
import { sweepProgress } from '../../../shared/modules/progress/sweep.ts';
import { jobDueShardOf, jobDueShards } from '../../../shared/modules/scheduler/keys.ts';
import {
  activeSyncRunKey,
  activeSyncShardOf,
  activeSyncShards,
  syncRunKey,
} from '../../../shared/modules/sync/keys.ts';
import { recoverStalledRuns } from '../../../shared/modules/sync/runs/stalled-runs.ts';
import { aPayment } from '../../support/builders/payment-rows.ts';
import { aRun } from '../../support/builders/stored-run.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const nowMs = Date.now();
const inTime = () => Date.now() + 60_000;
const id = '1001a41b-3a52-4a27-9a1b-7d9d0a5b2c44';
const at = { tenantId: '3c1e0f52-9d2f-4c0e-8f5e-2f3f0c1f7a10', organizationId: 'o' };

describe('the shards of work', () => {
  it.each([
    ['payments', paymentDueShardOf, paymentDueShards],
    ['sync runs', activeSyncShardOf, activeSyncShards],
    ['due jobs', jobDueShardOf, jobDueShards],
    ['files', fileWorkShardOf, fileWorkShards],
    ['background work', progressWatchShardOf, progressWatchShards],
  ])('of %s are used evenly', (_, shardOf, shards) => {
    const counts = new Array<number>(shards).fill(0);
    for (let number = 0; number < 65_536; number++) {
      const shard = shardOf(`${number.toString(16).padStart(4, '0')}a41b-3a52-4a27-9a1b-7d9d0a5b2c44`);
      counts[shard] = (counts[shard] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan((65_536 / shards) * 0.8);
  });
});

describe('a sweep removes items', () => {
  it('of a payment that is due at another time', async () => {
    const payment = aPayment({ id, dueAtMs: nowMs + 600_000 });
    const stray = paymentDueKey({ tenantId: 't', id }, nowMs - 1_000);
    const table = aPoisonTable([
      { ...stray, tenantId: 't', id, dueAtMs: nowMs - 1_000 },
      toItem(paymentKey(payment, id), 'payment', payment, { revision: 1 }),
    ]);
    await sweepPayments({ nowMs, deadlineMs: inTime() });
    expect(table.written()).toHaveLength(1);
    expect(table.written()[0]).toContain(stray.sk);
    expect(table.written()[0]).toContain('ConditionCheck');
  });

  it('of a sync run that is over, and leaves that of one that is being started', async () => {
    const [over, atWork] = [aRun({ id, ...at, status: 'completed', finishedAtMs: 1 }), aRun({ ...at })];
    const starting = 'f2345678-3a52-4a27-9a1b-7d9d0a5b2c44';
    const table = aPoisonTable([
      ...[id, atWork.id, starting].map((one) => ({
        ...activeSyncRunKey(at, one),
        tenantId: at.tenantId,
        id: one,
      })),
      ...[over, atWork].map((run) => toItem(syncRunKey(run, run.id), 'sync_run', run, { revision: 1 })),
    ]);
    await recoverStalledRuns(async () => {}, nowMs, { deadlineMs: inTime() });
    const removals = table.written().filter((request) => request.includes('DeleteRequest'));
    expect(removals.some((request) => request.includes(id))).toBe(true);
    expect(removals.some((request) => request.includes(atWork.id) || request.includes(starting))).toBe(false);
  });

  it('of background work that is over', async () => {
    const job = { ...newJob({ ...at, id, jobType: 'test', name: 'Test', nowMs }), finishedAtMs: 1 };
    const table = aPoisonTable([
      { ...progressWatchKey(at, id), ...at, id },
      toItem(progressKey(at, id), 'progress_job', { ...job, status: 'completed' }, { revision: 1 }),
    ]);
    expect(await sweepProgress({ nowMs, deadlineMs: inTime() })).toBe(0);
    expect(table.written()).toEqual([expect.stringContaining('DeleteRequest')]);
  });
});
