import { describe, expect, it } from 'vitest';
import { RetryableError } from '../../../shared/kernel/queues/errors.ts';
import { AuthorizationFailedError, SourceError } from '../../../shared/modules/sync/adapter.ts';
import { parseExportCursor } from '../../../shared/modules/sync/batches/export-batch.ts';
import type { Mapping } from '../../../shared/modules/sync/mappings/mapping-contract.ts';
import { ageRun, anExport, firstSent, itemCounts } from '../../support/builders/sync.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

fanOutEvents();

silenceLog();

describe('an export', () => {
  it('that is cancelled leaves nothing at the service', async () => {
    const { target, sync } = await anExport(25, { exportsChangesOnly: false });
    const { id } = await sync.start({ direction: 'export' });
    await sync.drain(1);
    await sync.cancel(id);
    await sync.drain();
    expect(new Set(target.cleanedUp)).toEqual(new Set(['10']));
    const again = await sync.retry(id);
    expect(await sync.run(again.id)).toMatchObject({ cursor: null });
  });

  it.each([
    ['fails for good', new SourceError('No.')],
    ['is refused', new AuthorizationFailedError()],
  ])('that is cancelled while its batch %s leaves nothing at the service', async (_, error) => {
    const { target, sync } = await anExport(25, { exportsChangesOnly: false });
    const { id } = await sync.start({ direction: 'export' });
    await sync.drain(1);
    const last = firstSent(sync);
    sync.parts.findAdapter = () => ({
      ...target.adapter,
      writeBatch: async () => {
        await sync.cancel(id);
        throw error;
      },
    });
    await expect(sync.deliver(last)).rejects.toBeInstanceOf(RetryableError);
    await sync.deliver(last, 2);
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled', batchesCompleted: 1 });
    expect(target.cleanedUp).toEqual(['10']);
  });

  it.each(['\ud800', 'x'.repeat(201)])(
    'counts a record as failed to which the service gives an id that cannot be stored: %j',
    async (externalId) => {
      const { sync } = await anExport(2, {
        exportsChangesOnly: false,
        writeBatch: async (_, batch) => ({
          results: batch.items.map(({ localId }) => ({ localId, status: 'success', externalId })),
          cursor: null,
        }),
      });
      expect(await sync.whole({ direction: 'export' })).toMatchObject({ failedCount: 2, updatedCount: 0 });
    },
  );

  it('that is cancelled after its adapter was removed ends without a clean-up', async () => {
    const { target, sync } = await anExport(25);
    const { id } = await sync.start({ direction: 'export' });
    await sync.drain(1);
    await sync.cancel(id);
    expect(sync.sent).toHaveLength(2);
    sync.parts.findAdapter = () => undefined;
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled' });
    expect(target.cleanedUp).toEqual([]);
  });

  it('that is retried reads changes again that were made since the failed run began', async () => {
    const { caller, target, sync } = await anExport(25);
    const { id } = await sync.start({ direction: 'export' });
    const startedAtMs = Date.now() - 3_600_000;
    await ageRun(caller, id, { startedAtMs });
    await sync.drain(1);
    const { writeBatch } = target.adapter;
    target.adapter.writeBatch = () => Promise.reject(new SourceError('No.'));
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'failed', batchesCompleted: 1 });
    target.adapter.writeBatch = writeBatch;
    const retry = await sync.retry(id);
    await sync.drain();
    const { status, cursor } = await sync.run(retry.id);
    expect(status).toBe('completed');
    expect(target.written.size).toBe(25);
    // The next export reads the records that have changed since then.
    expect(parseExportCursor(cursor)).toMatchObject({ sinceMs: startedAtMs - 60_000, begunMs: null });
    await sync.whole({ direction: 'export' });
    expect(target.written.size).toBe(25);
  });

  it('exports items again that the service has refused, and no others', async () => {
    const { caller, target, sync } = await anExport(25);
    const { writeBatch } = target.adapter;
    target.adapter.writeBatch = async (_context, { items: given }) => ({
      cursor: null,
      results: given.map(({ localId, data }) => ({
        localId,
        status: data.name === 'Customer 20' ? 'error' : 'success',
      })),
    });
    const { id } = await sync.start({ direction: 'export' });
    // No record is written after the run has started.
    await ageRun(caller, id, { startedAtMs: Date.now() + 3_600_000 });
    await sync.drain();
    expect(await sync.run(id)).toMatchObject(itemCounts(0, 24, 0, 1));
    target.adapter.writeBatch = writeBatch;
    expect(await sync.whole({ direction: 'export' })).toMatchObject(itemCounts(0, 1, 24));
    expect([...target.written.values()]).toMatchObject([{ name: 'Customer 20' }]);
  });

  it('reads all records again after the mapping has changed, and sends those that differ', async () => {
    const { caller, sync } = await anExport(25);
    const exported = async (mapping: Mapping) => {
      sync.parts.findMapping = async () => mapping;
      const { id } = await sync.start({ direction: 'export' });
      // No record is written after the run has started.
      await ageRun(caller, id, { startedAtMs: Date.now() + 3_600_000 });
      await sync.drain();
      return sync.run(id);
    };
    const condition = { field: 'name', operator: 'ENDS_WITH', value: '17' };
    expect(await exported({ condition })).toMatchObject({ updatedCount: 1, heldBackCount: 24 });
    expect(await exported({ condition })).toMatchObject({ updatedCount: 0, skippedCount: 25 });
    expect(await exported({})).toMatchObject({ updatedCount: 24, skippedCount: 1 });
    expect(await exported({})).toMatchObject(itemCounts(0, 0, 25));
  });
});
