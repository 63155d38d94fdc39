/** Jobs whose worker has died fail for readers and subscribers. */
import { describe, expect, it } from 'vitest';
import {
  activePath,
  activityOf,
  aStoredJob,
  aSyncJob,
  readWork,
  report,
  workListed,
  workPath,
} from '../../support/builders/progress.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { runSchedule } from '../../support/runtime/sweep.ts';
import { watchInserts } from '../../support/runtime/table-stream.ts';

const message = 'Job stale: no heartbeat for 60 seconds';

const sweep = () => runSchedule('progress', 'sweepProgress');

describe('a job without a heartbeat for a minute', () => {
  it('is shown as failed, without a write', async () => {
    const caller = await aTenant();
    const id = await aStoredJob(caller, { heardAtMs: Date.now() - 61_000 });
    const answers = [await caller.api.get(workPath(id)), await caller.api.get(activePath)];
    expect(answers[0]?.body).toMatchObject({ status: 'failed', errorMessage: message });
    expect(answers[1]?.body).toMatchObject({ active: [], recentlyCompleted: [{ id, status: 'failed' }] });
    expect((await workListed(caller)).items).toMatchObject([{ id, status: 'failed' }]);
    for (const answer of answers) {
      const writes = (await callsOf(answer))
        .slice(1)
        .filter(({ action }) => /Put|Update|Write|Delete/.test(action));
      expect(writes).toEqual([]);
    }
  });

  it('can neither be updated nor cancelled', async () => {
    const caller = await aTenant();
    const id = await aStoredJob(caller, { heardAtMs: Date.now() - 61_000 });
    expect(await report(caller, id, { processedCount: 50 })).toMatchObject({ status: 'failed' });
    expect((await caller.api.delete(workPath(id))).status).toBe(400);
    expect(await readWork(caller, id)).toMatchObject({ status: 'failed', processedCount: 0 });
    expect((await workListed(caller)).total).toBe(0);
  });

  it('is stored as failed by the sweep, with its event; other jobs and sync runs stay unchanged', async () => {
    const caller = await aTenant();
    const lost = await aStoredJob(caller, { heardAtMs: Date.now() - 120_000 });
    const alive = await aStoredJob(caller, { heardAtMs: Date.now() });
    const sync = await aSyncJob(caller, Date.now() - 3_600_000);
    const seen = await readWork(caller, lost);
    const insertsSince = await watchInserts();
    await sweep();
    const events = (await insertsSince()).filter(
      ({ type, tenantId }) => type === 'progress.job.failed' && tenantId === caller.tenantId,
    );
    expect(events.map(({ data }) => JSON.parse(String(data)))).toMatchObject([
      { jobId: lost, stale: true, status: 'failed', errorMessage: message },
    ]);
    expect(await readWork(caller, lost)).toEqual(seen);
    expect((await activityOf(caller)).active.map(({ id }) => id).toSorted()).toEqual(
      [alive, sync].toSorted(),
    );
    expect((await workListed(caller, 'status=failed')).items.map(({ id }) => id)).toEqual([lost]);
    await sweep();
    expect(await readWork(caller, lost)).toEqual(seen);
  });
});
