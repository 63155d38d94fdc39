/** The job of a sync run: cancelling it cancels the run. */
import { describe, expect, it } from 'vitest';
import { activityOf, readWork, workPath } from '../../support/builders/progress.ts';
import { anExport, aSource, aStartedSync, items } from '../../support/builders/sync.ts';
import { aKey } from '../../support/builders/tenants.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('cancelling the job of a sync run', () => {
  it.each(['import', 'export'] as const)(
    'ends a running %s with its job, at once and once',
    async (direction) => {
      const { caller, sync } = await anExport(3, aSource({ items: items(20) }).adapter);
      const { id, progressJobId } = await sync.start({ direction, batchSize: 1 });
      await sync.drain(2);
      const about = { status: 'running', jobType: `data_sync:${direction}`, cancellable: true };
      expect((await activityOf(caller)).active).toMatchObject([{ id: progressJobId, ...about }]);
      expect((await caller.api.delete(workPath(progressJobId))).body).toEqual({ ok: true });
      expect(await sync.run(id)).toMatchObject({ status: 'cancelled' });
      expect(await readWork(caller, progressJobId)).toMatchObject({ status: 'cancelled' });
      const again = await caller.api.delete(workPath(progressJobId));
      expect([again.status, again.body.error]).toEqual([400, 'Cannot cancel this job']);
    },
  );

  it('also requires the right to cancel sync runs', async () => {
    const { caller, sync, id, progressJobId } = await aStartedSync(2);
    const keyWith = (...features: string[]) => aKey({ ...caller, features });
    const watcher = await keyWith('progress.cancel');
    const refused = { status: 403, body: { required: ['data_sync.run'] } };
    expect(await watcher.api.delete(workPath(progressJobId))).toMatchObject(refused);
    expect(await sync.run(id)).toMatchObject({ status: 'pending' });
    const worker = await keyWith('progress.cancel', 'data_sync.run');
    expect((await worker.api.delete(workPath(progressJobId))).status).toBe(200);
  });
});
