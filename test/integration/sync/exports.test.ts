import { describe, expect, it, vi } from 'vitest';
import { RetryableError } from '../../../shared/kernel/queues/errors.ts';
import {
  AuthorizationFailedError,
  type ExportBatch,
  SourceError,
} from '../../../shared/modules/sync/adapter.ts';
import { parseExportCursor } from '../../../shared/modules/sync/batches/export-batch.ts';
import { cancelRun } from '../../../shared/modules/sync/runs/run-service.ts';
import { save } from '../../support/builders/integrations.ts';
import {
  ageRun,
  aSource,
  aSync,
  entityType,
  firstSent,
  itemCounts,
  items,
  plainIntegration,
  syncedRecords,
} from '../../support/builders/sync.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';
import { silently } from '../../support/clients/silence.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

fanOutEvents();

silenceLog();

describe('an export', () => {
  it('exports every record once, and afterwards changed ones', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(25) }).adapter).whole();
    const target = aSource({ items: [] });
    const sync = aSync(caller, target.adapter);
    const run = await sync.whole({ direction: 'export' });
    expect(run).toMatchObject({ status: 'completed', totalCount: 25, ...itemCounts(0, 25) });
    expect(target.written.size).toBe(25);
    expect(target.batches.map(({ isLast }) => isLast)).toEqual([false, false, true]);
    const [first] = (await syncedRecords(caller)).items;
    await caller.api.put('/api/entities/records', { body: { id: first?.id, fields: { name: 'Ada' } } });
    expect(await sync.whole({ direction: 'export' })).toMatchObject(itemCounts(0, 1, 24));
    expect(target.written.get(String(first?.id))).toEqual({ name: 'Ada' });
    expect(await sync.whole({ direction: 'export', fullSync: true })).toMatchObject(itemCounts(0, 0, 25));
  });

  it('leaves out values of custom fields that are no longer defined', async () => {
    const caller = await aTenant();
    const field = { entityType, key: 'size', kind: 'integer' };
    await caller.api.post('/api/entities/definitions', { body: field });
    await caller.api.post('/api/entities/records', { body: { entityType, customFields: { size: 7 } } });
    const exported = async () => {
      const target = aSource({ items: [] });
      await aSync(caller, { ...target.adapter, exportsChangesOnly: false }).whole({ direction: 'export' });
      return [...target.written.values()];
    };
    expect(await exported()).toEqual([{ cf_size: 7 }]);
    await caller.api.delete(`/api/entities/definitions?entityType=${entityType}&key=size`);
    expect(await exported()).toEqual([{}]);
  });

  it('into a file exports all records every time', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(10) }).adapter).whole();
    const target = aSource({ items: [] });
    const sync = aSync(caller, { ...target.adapter, exportsChangesOnly: false });
    expect(await sync.whole({ direction: 'export' })).toMatchObject(itemCounts(0, 10));
    expect(await sync.whole({ direction: 'export' })).toMatchObject(itemCounts(0, 10));
    // A full batch may be the last: an empty one completes the file.
    expect(target.batches.map((batch) => batch.items.length)).toEqual([10, 0, 10, 0]);
  });

  it('that is cancelled leaves nothing at the service', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(25) }).adapter).whole();
    const target = aSource({ items: [] });
    const sync = aSync(caller, { ...target.adapter, exportsChangesOnly: false });
    const { id } = await sync.start({ direction: 'export' });
    await sync.drain(1);
    await silently(() => cancelRun(sync.scope, id, undefined, sync.parts.send, asTest()));
    await sync.drain();
    expect(new Set(target.cleanedUp)).toEqual(new Set(['10']));
    const again = await sync.retry(id);
    expect(await sync.run(again.id)).toMatchObject({ cursor: null });
  });

  it.each([
    ['fails for good', new SourceError('No.')],
    ['is refused', new AuthorizationFailedError()],
  ])('that is cancelled while its batch %s leaves nothing at the service', async (_, error) => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(25) }).adapter).whole();
    const target = aSource({ items: [] });
    const sync = aSync(caller, { ...target.adapter, exportsChangesOnly: false });
    const { id } = await sync.start({ direction: 'export' });
    await sync.drain(1);
    const last = firstSent(sync);
    sync.parts.findAdapter = () => ({
      ...target.adapter,
      writeBatch: async () => {
        await silently(() => cancelRun(sync.scope, id, undefined, sync.parts.send, asTest()));
        throw error;
      },
    });
    await expect(sync.deliver(last)).rejects.toBeInstanceOf(RetryableError);
    await sync.deliver(last, 2);
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled', batchesCompleted: 1 });
    expect(target.cleanedUp).toEqual(['10']);
  });

  it('that is cancelled after its adapter was removed ends without a clean-up', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(25) }).adapter).whole();
    const target = aSource({ items: [] });
    const sync = aSync(caller, target.adapter);
    const { id } = await sync.start({ direction: 'export' });
    await sync.drain(1);
    await silently(() => cancelRun(sync.scope, id, undefined, sync.parts.send, asTest()));
    expect(sync.sent).toHaveLength(2);
    sync.parts.findAdapter = () => undefined;
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled' });
    expect(target.cleanedUp).toEqual([]);
  });

  it('that is retried reads changes again that were made since the failed run began', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(25) }).adapter).whole();
    const target = aSource({ items: [] });
    const sync = aSync(caller, target.adapter);
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

  it('counts items that the service refuses', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(3) }).adapter).whole();
    const target = aSource({ items: [] });
    target.adapter.writeBatch = async (_context, { items: given }) => ({
      cursor: null,
      results: given.map(({ localId, data }) =>
        data.name === 'Customer 1'
          ? { localId, status: 'error', error: 'No.' }
          : { localId, status: data.name === 'Customer 2' ? 'skipped' : 'success' },
      ),
    });
    const sync = aSync(caller, target.adapter);
    const run = await sync.whole({ direction: 'export' });
    expect(run).toMatchObject({ status: 'completed', ...itemCounts(0, 1, 1, 1) });
    const { body } = await caller.api.get(`/api/data_sync/runs/${run.id}/failures`);
    expect(body.items).toMatchObject([{ error: 'No.', data: { name: 'Customer 1' } }]);
  });

  it('exports items again that the service has refused, and no others', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(25) }).adapter).whole();
    const target = aSource({ items: [] });
    const { writeBatch } = target.adapter;
    target.adapter.writeBatch = async (_context, { items: given }) => ({
      cursor: null,
      results: given.map(({ localId, data }) => ({
        localId,
        status: data.name === 'Customer 20' ? 'error' : 'success',
      })),
    });
    const sync = aSync(caller, target.adapter);
    const { id } = await sync.start({ direction: 'export' });
    // No record is written after the run has started.
    await ageRun(caller, id, { startedAtMs: Date.now() + 3_600_000 });
    await sync.drain();
    expect(await sync.run(id)).toMatchObject(itemCounts(0, 24, 0, 1));
    target.adapter.writeBatch = writeBatch;
    expect(await sync.whole({ direction: 'export' })).toMatchObject(itemCounts(0, 1, 24));
    expect([...target.written.values()]).toMatchObject([{ name: 'Customer 20' }]);
  });

  it('fails items to which the service gives an id that cannot be stored, without repeating the batch', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(2) }).adapter).whole();
    const target = aSource({ items: [] });
    const writeBatch = vi.fn(async (_context: unknown, { items: given }: ExportBatch) => ({
      cursor: null,
      results: given.map(({ localId }) => ({
        localId,
        status: 'success' as const,
        externalId: 'x'.repeat(5_000),
      })),
    }));
    const run = await aSync(caller, { ...target.adapter, writeBatch }).whole({ direction: 'export' });
    expect(run).toMatchObject({ status: 'completed', ...itemCounts(0, 0, 0, 2) });
    expect(writeBatch).toHaveBeenCalledTimes(1);
  });

  it('stores errors of the service without the credentials that they contain', async () => {
    const caller = await aTenant();
    await save(caller, plainIntegration, { token: 'token-of-great-value' });
    await aSync(caller, aSource({ items: items(1) }).adapter).whole();
    const target = aSource({ items: [] });
    target.adapter.writeBatch = async ({ credentials }, { items: given }) => ({
      cursor: null,
      results: given.map(({ localId }) => ({
        localId,
        status: 'error',
        error: `Bearer ${credentials.token} is wrong`,
      })),
    });
    const { id } = await aSync(caller, target.adapter).whole({ direction: 'export' });
    const { body } = await caller.api.get(`/api/data_sync/runs/${id}/failures`);
    expect(body.items).toMatchObject([{ error: 'Bearer [removed] is wrong' }]);
  });
});
