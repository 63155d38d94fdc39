import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { RetryableError } from '../../../shared/kernel/queues/errors.ts';
import { journaledOutcomes } from '../../../shared/kernel/table/journal.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { SourceError } from '../../../shared/modules/sync/adapter.ts';
import { journalOf } from '../../../shared/modules/sync/batches/import-batch.ts';
import { syncLimits } from '../../../shared/modules/sync/runs/run-limits.ts';
import {
  ageRun,
  aStartedSync,
  firstSent,
  isEndOfBatch,
  itemCounts,
  items,
  syncedRecords,
} from '../../support/builders/sync.ts';
import { crashingAt } from '../../support/fault-injection/interleaving.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

fanOutEvents();

silenceLog();

describe('a worker that crashes', () => {
  it('is replaced by another one, and nothing is counted or written twice', async () => {
    const { caller, source, sync, id, message } = await aStartedSync(30, { batchSize: 40 });
    await crashingAt(isEndOfBatch, () => sync.deliver(message));
    const half = await sync.run(id);
    expect(half).toMatchObject({ status: 'running', batchesCompleted: 0, ...itemCounts() });
    expect((await journaledOutcomes(journalOf(half))).size).toBe(30);
    // The source has changed meanwhile: written items still count.
    source.items = items(40).slice(10);
    await sync.deliver(message, 2);
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...itemCounts(40) });
    expect((await syncedRecords(caller)).items.every(({ version }) => version === 1)).toBe(true);
  });

  it('over the same batch five times fails the run with the reason', async () => {
    const { sync, id, message } = await aStartedSync(30, { batchSize: 40 });
    for (let tries = 1; tries <= syncLimits.workerTries; tries += 1) {
      expect(await sync.run(id)).toMatchObject({ status: tries === 1 ? 'pending' : 'running' });
      await crashingAt(isEndOfBatch, () => sync.deliver(message, tries));
    }
    await sync.deliver(message, syncLimits.workerTries + 1);
    expect(await sync.run(id)).toMatchObject({
      status: 'failed',
      lastError: expect.stringContaining('Batch 1 stopped its worker 5 times'),
      // The stopped workers have written them.
      ...itemCounts(30),
    });
    // Its lock is free again, and the next run knows the written items.
    expect(await sync.whole()).toMatchObject({ status: 'completed', ...itemCounts(0, 0, 30) });
  });

  it('is counted per batch: the next one has all its attempts', async () => {
    const { sync, id } = await aStartedSync(20);
    for (let batch = 0; batch < 2; batch += 1) {
      const message = firstSent(sync);
      for (let tries = 1; tries < syncLimits.workerTries; tries += 1)
        await crashingAt(isEndOfBatch, () => sync.deliver(message, tries));
      sync.sent.length = 0;
      await sync.deliver(message, syncLimits.workerTries);
    }
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...itemCounts(20) });
  });

  it('cannot write after another worker has claimed its batch', async () => {
    const { caller, adapter, sync, id, message } = await aStartedSync(30, { batchSize: 40 });
    const { readBatch } = adapter;
    // While the first worker reads, the second one claims and completes the batch.
    adapter.readBatch = async (...given) => {
      adapter.readBatch = readBatch ?? adapter.readBatch;
      await sync.deliver(message, 2);
      const batch = await adapter.readBatch?.(...given);
      if (batch === undefined) throw new Error('Nothing was read.');
      return { ...batch, items: items(35, 'Z-') };
    };
    await sync.deliver(message);
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...itemCounts(30) });
    expect((await syncedRecords(caller)).total).toBe(30);
  });

  it('cannot stop another worker that has claimed its batch by failing the run', async () => {
    const { adapter, sync, id, message } = await aStartedSync(9);
    const [reading, failing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { readBatch } = adapter;
    adapter.readBatch = async () => {
      adapter.readBatch = readBatch ?? adapter.readBatch;
      reading.resolve();
      await failing.promise;
      throw new SourceError('There is no such file.');
    };
    const first = sync.deliver(message);
    await reading.promise;
    const { documents } = table();
    const send = documents.send.bind(documents);
    const spy = vi.spyOn(documents, 'send').mockImplementation(async (command) => {
      // The second worker has closed the write shards of the first one, and writes.
      if (JSON.stringify(command.input).includes('"sync_chunk"')) {
        spy.mockRestore();
        failing.resolve();
        await first;
      }
      return send(command);
    });
    await sync.deliver(message, 2);
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...itemCounts(9) });
  });

  it('after the end of its batch is replaced when its message is redelivered, which sends the next', async () => {
    const { sync, id, message } = await aStartedSync(20);
    await sync.drain(1);
    sync.sent.length = 0;
    await sync.deliver(message, 2);
    await sync.deliver(message, 3);
    expect(sync.sent).toHaveLength(1);
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...itemCounts(20) });
  });

  it('is replaced by the watchdog after its lease expires', async () => {
    const { caller, sync, id, message } = await aStartedSync(5);
    await crashingAt(isEndOfBatch, () => sync.deliver(message));
    sync.sent.length = 0;
    const laterMs = Date.now() + syncLimits.leaseSeconds * 1_000 + 1;
    await sync.care(id);
    expect(sync.sent).toHaveLength(0);
    await sync.care(id, laterMs);
    await sync.care(id, laterMs);
    expect(sync.sent).toHaveLength(1);
    await ageRun(caller, id);
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...itemCounts(5) });
  });
});

describe('messages', () => {
  it('that are redelivered have no effect', async () => {
    const { caller, sync, id } = await aStartedSync(35);
    for (let next = sync.sent.shift(); next !== undefined; next = sync.sent.shift()) {
      const copy = { ...next, delivery: { messageId: randomUUID(), receiveCount: 1 } };
      // Two deliveries of one message: either of them may find the other one at work.
      const [, copies] = await Promise.all([
        sync.deliver(next),
        Promise.allSettled([sync.deliver(copy), sync.deliver(copy)]),
      ]);
      const refused = copies.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      expect(refused.length).toBeLessThanOrEqual(1);
      for (const error of refused) expect(error).toBeInstanceOf(RetryableError);
      expect(sync.sent.length).toBeLessThanOrEqual(1);
    }
    expect(await sync.run(id)).toMatchObject({ status: 'completed', batchesCompleted: 4, ...itemCounts(35) });
    expect((await syncedRecords(caller)).total).toBe(35);
  });
});
