/** The job of a sync run: cancelling it cancels the run. */
import { describe, expect, it } from 'vitest';
import { activityOf, readWork, workPath } from '../../support/builders/progress.ts';
import { aSource, aSync, entityType, items } from '../../support/builders/sync.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('cancelling the job of a sync run', () => {
  it.each(['import', 'export'] as const)(
    'ends a running %s with its job, at once and once',
    async (direction) => {
      const caller = await aTenant();
      const { adapter } = aSource({ items: items(20) });
      const sync = aSync(caller, adapter);
      if (direction === 'export') {
        for (const externalId of ['C-1', 'C-2', 'C-3'])
          await caller.api.post('/api/entities/records', { body: { entityType, externalId, fields: {} } });
      }
      const { id, progressJobId } = await sync.start({ direction, batchSize: 1 });
      await sync.drain(2);
      expect((await activityOf(caller)).active).toMatchObject([
        { id: progressJobId, status: 'running', jobType: `data_sync:${direction}`, cancellable: true },
      ]);
      expect((await caller.api.delete(workPath(progressJobId))).body).toEqual({ ok: true });
      expect(await sync.run(id)).toMatchObject({ status: 'cancelled' });
      expect(await readWork(caller, progressJobId)).toMatchObject({ status: 'cancelled' });
      const again = await caller.api.delete(workPath(progressJobId));
      expect([again.status, again.body.error]).toEqual([400, 'Cannot cancel this job']);
    },
  );

  it('also requires the right to cancel sync runs', async () => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(2) }).adapter);
    const { id, progressJobId } = await sync.start();
    const watcher = await aKey({ ...caller, features: ['progress.cancel'] });
    expect(await watcher.api.delete(workPath(progressJobId))).toMatchObject({
      status: 403,
      body: { required: ['data_sync.run'] },
    });
    expect(await sync.run(id)).toMatchObject({ status: 'pending' });
    const worker = await aKey({ ...caller, features: ['progress.cancel', 'data_sync.run'] });
    expect((await worker.api.delete(workPath(progressJobId))).status).toBe(200);
  });

  it('is refused to another tenant', async () => {
    const [caller, stranger] = [await aTenant(), await aTenant()];
    const sync = aSync(caller, aSource({ items: items(2) }).adapter);
    const { id, progressJobId } = await sync.start();
    expect((await stranger.api.delete(workPath(progressJobId))).status).toBe(404);
    expect(await sync.run(id)).toMatchObject({ status: 'pending' });
  });
});
