/** The number of shards can grow: items in a former shard are found there, and moved. */

import { describe, expect, it } from 'vitest';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { formerShardOfUuid, type Key } from '../../../shared/kernel/table/keys.ts';
import { itemOf } from '../../../shared/kernel/table/schema.ts';
import type { Write } from '../../../shared/kernel/table/write.ts';
import {
  fileWorkKey,
  fileWorkShardOf,
  fileWorkShards,
  formerFileWorkShardOf,
} from '../../../shared/modules/attachments/keys.ts';
import { dueWork, endWork } from '../../../shared/modules/attachments/partitions/storage-store.ts';
import {
  paymentDueKey,
  paymentDueShardOf,
  paymentDueShards,
  paymentKey,
} from '../../../shared/modules/payments/keys.ts';
import { sweep as sweepPayments } from '../../../shared/modules/payments/operations/sweep.ts';
import { dueWrites, revised } from '../../../shared/modules/payments/payment-store.ts';
import { newJob } from '../../../shared/modules/progress/job.ts';
import { createJobWrites, finishJobWrites } from '../../../shared/modules/progress/job-store.ts';
import {
  progressKey,
  progressWatchKey,
  progressWatchShardOf,
  progressWatchShards,
} from '../../../shared/modules/progress/keys.ts';
import { sweep as sweepProgress } from '../../../shared/modules/progress/sweep.ts';
import {
  activeSyncRunKey,
  activeSyncShardOf,
  activeSyncShards,
  syncRunKey,
} from '../../../shared/modules/sync/keys.ts';
import { endWrites } from '../../../shared/modules/sync/runs/run-row.ts';
import { recoverStalledRuns } from '../../../shared/modules/sync/runs/stalled-runs.ts';
import { aPayment } from '../../support/builders/payment-rows.ts';
import { aRun } from '../../support/builders/stored-run.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';
import { logOf, silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const nowMs = Date.now();
const inTime = () => Date.now() + 60_000;
const context = { principal: { subject: 'system:test' }, nowMs };
/** A subject whose former shards differ from the current ones. */
const id = '1001a41b-3a52-4a27-9a1b-7d9d0a5b2c44';
const at = { tenantId: '3c1e0f52-9d2f-4c0e-8f5e-2f3f0c1f7a10', organizationId: 'o' };

const deleted = (writes: readonly Write[]): Key[] =>
  writes.flatMap((write) => ('delete' in write ? [write.delete] : []));
const put = (writes: readonly Write[]): Key[] =>
  writes.flatMap((write) => ('put' in write ? [{ pk: write.put.pk, sk: write.put.sk }] : []));
/** As written before rows recorded their shard. */
const formerItem = (key: Key, entity: string, row: object) =>
  itemOf({ ...toItem(key, entity, row, { revision: 1 }), v: 1 });

describe('the shards of work', () => {
  it.each([
    ['payments', paymentDueShardOf, paymentDueShards],
    ['sync runs', activeSyncShardOf, activeSyncShards],
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

  it('of the subject differ from the former ones', () => {
    expect(paymentDueShardOf(id)).not.toBe(formerShardOfUuid(id));
    expect(activeSyncShardOf(id)).not.toBe(formerShardOfUuid(id));
    expect(fileWorkShardOf(id)).not.toBe(formerFileWorkShardOf(id));
    expect(progressWatchShardOf(id)).not.toBe(formerShardOfUuid(id));
  });
});

describe('an item in a former shard', () => {
  const dueAtMs = nowMs - 1_000;
  const formerDue = (tenantId: string) =>
    paymentDueKey({ tenantId, id, dueShard: formerShardOfUuid(id) }, dueAtMs);

  it('of a payment moves to its current shard with the next change', () => {
    const before = formerItem(paymentKey({ tenantId: 't' }, id), 'payment', aPayment({ id, dueAtMs }));
    const payment = { ...aPayment({ id, dueAtMs }), dueShard: Number(before.dueShard) };
    const writes = dueWrites(payment, revised(payment, payment, nowMs));
    expect(deleted(writes)).toEqual([formerDue('t')]);
    expect(put(writes)).toEqual([paymentDueKey({ tenantId: 't', id }, dueAtMs)]);
    expect(dueWrites(payment, payment)).toEqual([]);
  });

  it('of a payment is processed', async () => {
    const payment = aPayment({ id, providerKey: 'gone', dueAtMs });
    const row = formerItem(paymentKey({ tenantId: 't' }, id), 'payment', payment);
    aPoisonTable([
      { ...formerDue('t'), tenantId: 't', id, dueAtMs },
      { ...row, ...paymentKey({ tenantId: 't' }, id) },
    ]);
    const lines = await logOf(() => sweepPayments(nowMs, inTime()));
    expect(lines.filter(({ transactionId }) => transactionId === id)).not.toEqual([]);
  });

  it('of a sync run is deleted when it ends', () => {
    const row = formerItem(syncRunKey(at, id), 'sync_run', aRun({ id, ...at }));
    const run = aRun({ id, ...at, activeShard: Number(row.activeShard) });
    const key = activeSyncRunKey({ ...at, activeShard: formerShardOfUuid(id) }, id);
    expect(deleted(endWrites(run, 'completed', context))).toContainEqual(key);
  });

  it('of background work is deleted when it ends', () => {
    const job = newJob({ ...at, id, jobType: 'test', name: 'Test', nowMs });
    const row = formerItem(progressKey(at, id), 'progress_job', job);
    const head = { ...job, watchShard: Number(row.watchShard) };
    const key = progressWatchKey({ ...at, watchShard: formerShardOfUuid(id) }, id);
    expect(deleted(finishJobWrites(head, { status: 'completed', nowMs }))).toContainEqual(key);
    expect(put(createJobWrites(job))).toContainEqual(progressWatchKey(at, id));
  });

  it('of a file is found and completed there', async () => {
    const shard = formerFileWorkShardOf(id);
    const work = { kind: 'purge', attachmentId: id, bytes: 1, dueAtMs: 1, partitionCode: 'p', ...at };
    const table = aPoisonTable([toItem(fileWorkKey({ attachmentId: id, shard }), 'file_work', work)]);
    const found = (await Array.fromAsync(dueWork(shard, nowMs))).flat();
    expect(found).toMatchObject([{ attachmentId: id, shard }]);
    for (const one of found) await endWork(one);
    expect(table.written()).toEqual([expect.stringContaining(`"FILEWORK#${shard}"`)]);
  });
});

describe('a sweep removes items of older code', () => {
  it('of a payment that is due at another time', async () => {
    const payment = aPayment({ id, dueAtMs: nowMs + 600_000 });
    const stray = paymentDueKey({ tenantId: 't', id }, nowMs - 1_000);
    const table = aPoisonTable([
      { ...stray, tenantId: 't', id, dueAtMs: nowMs - 1_000 },
      toItem(paymentKey(payment, id), 'payment', { ...payment, dueShard: 0 }, { revision: 1 }),
    ]);
    await sweepPayments(nowMs, inTime());
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
    expect(await sweepProgress(nowMs, inTime())).toBe(0);
    expect(table.written()).toEqual([expect.stringContaining('DeleteRequest')]);
  });
});
