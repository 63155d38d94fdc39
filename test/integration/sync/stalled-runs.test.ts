import { describe, expect, it } from 'vitest';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import { findAdapter } from '../../../shared/modules/sync/adapters.ts';
import { activeSyncRunKey } from '../../../shared/modules/sync/keys.ts';
import { findRun } from '../../../shared/modules/sync/runs/run-row.ts';
import { changeStatus } from '../../../shared/modules/sync/runs/run-store.ts';
import { startSyncRun } from '../../../shared/modules/sync/runs/start.ts';
import { turn } from '../../support/builders/integrations.ts';
import { ageRun } from '../../support/builders/sync.ts';
import {
  aFolder,
  filesIntegration,
  isOver,
  lines,
  runLike,
  runsPath,
  synced,
} from '../../support/builders/sync-files.ts';
import { asTest, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { silently } from '../../support/clients/silence.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { runSchedule } from '../../support/runtime/sweep.ts';

fanOutEvents();

const entityType = 'crm.customer';
const subject = { integrationId: filesIntegration, entityType, direction: 'import' };
const customers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `C-${index + 1}`, name: `Customer ${index + 1}` }));

async function aReadyCaller(count = 3) {
  const caller = await aTenant();
  const folder = await aFolder(caller);
  await folder.put(entityType, lines(customers(count)));
  return { caller, folder };
}

/**
 * A caller whose integration events have been handled: saving an integration resumes paused runs, which must not
 * affect a test that pauses a run. A run takes longer than these events.
 */
async function aKnownCaller() {
  const { caller } = await aReadyCaller();
  await synced(caller);
  return caller;
}

/** A run whose first message is lost. */
async function aLostRun(caller: TestCaller, direction: 'import' | 'export'): Promise<string> {
  const { tenantId, organizationId } = caller;
  const parts = { loadAdapters: async () => findAdapter, send: async () => undefined };
  const input = { ...subject, direction, fullSync: false, batchSize: 10 };
  const by = { scope: { tenantId, organizationId }, context: asTest() };
  const started = await silently(() => startSyncRun(parts)(by, input));
  return started.id;
}

const recoverStalledRuns = () => runSchedule('sync', 'recoverStalledRuns');

async function pause(caller: TestCaller, id: string): Promise<void> {
  const entry = { level: 'warn', message: 'Sync run paused' } as const;
  const run = await findRun(caller, id);
  if (run) await silently(() => changeStatus(run, { status: 'paused' }, entry, asTest()));
}

describe('a stalled run', () => {
  it('is continued by the watchdog', async () => {
    const { caller } = await aReadyCaller();
    const ids = [await aLostRun(caller, 'import'), await aLostRun(caller, 'export')];
    for (const id of ids) await ageRun(caller, id, { updatedAtMs: Date.now() - 61_000 });
    await recoverStalledRuns();
    for (const id of ids) expect(await runLike(caller, id, isOver)).toMatchObject({ status: 'completed' });
  });

  it('with a disabled integration continues when that is enabled', async () => {
    const { caller } = await aReadyCaller();
    const ids = [await aLostRun(caller, 'import'), await aLostRun(caller, 'export')];
    await turn(caller, filesIntegration, { isEnabled: false });
    for (const id of ids) await pause(caller, id);
    await turn(caller, filesIntegration, { isEnabled: true });
    for (const id of ids) expect(await runLike(caller, id, isOver)).toMatchObject({ status: 'completed' });
  });

  it('with a disabled integration also continues without an event', async () => {
    const caller = await aKnownCaller();
    const id = await aLostRun(caller, 'import');
    await pause(caller, id);
    await recoverStalledRuns();
    expect(await runLike(caller, id, isOver)).toMatchObject({ status: 'completed' });
  });

  it('is no longer watched after its end, although its entry was left behind', async () => {
    const { caller } = await aReadyCaller();
    const { id } = await synced(caller);
    const { tenantId } = caller;
    const key = activeSyncRunKey({ tenantId }, id);
    await commit([{ put: toItem(key, 'sync_active', { tenantId, id }) }]);
    await recoverStalledRuns();
    expect(await getItem(key)).toBeUndefined();
  });

  it('can be cancelled', async () => {
    const { caller } = await aReadyCaller();
    for (const direction of ['import', 'export'] as const) {
      const id = await aLostRun(caller, direction);
      if (direction === 'export') await ageRun(caller, id, { startedAtMs: Date.now() });
      const answer = await caller.api.post(`${runsPath}/${id}/cancel`);
      expect(answer).toMatchObject({ status: 200, body: { ok: true } });
      const progressJob = { status: 'cancelled', etaSeconds: 0 };
      expect(await runLike(caller, id, isOver)).toMatchObject({ status: 'cancelled', progressJob });
    }
  });
});

describe('a paused run', () => {
  it('is cancelled when it is run again, in both directions', async () => {
    const caller = await aKnownCaller();
    for (const direction of ['import', 'export'] as const) {
      const id = await aLostRun(caller, direction);
      await pause(caller, id);
      const again = await caller.api.post(`${runsPath}/${id}/retry`);
      expect(again.status).toBe(201);
      expect((await caller.api.get(`${runsPath}/${id}`)).body).toMatchObject({ status: 'cancelled' });
      const next = await runLike(caller, String(again.body.id), isOver);
      expect(next).toMatchObject({ status: 'completed', retryOf: id, direction });
    }
  });
});
