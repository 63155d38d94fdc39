/** Starts of sync runs that are refused, or whose process dies before the run is stored. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LimitReachedError } from '../../../shared/kernel/errors/errors.ts';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import { getItem, type Item } from '../../../shared/kernel/table/read.ts';
import { newJob, newSyncJobItems, syncJobType } from '../../../shared/modules/progress/public.ts';
import { activeSyncRunKey, syncLockKey } from '../../../shared/modules/sync/keys.ts';
import { noCounts, type StoredRun } from '../../../shared/modules/sync/runs/run.ts';
import { listingItem } from '../../../shared/modules/sync/runs/run-row.ts';
import { storeStart } from '../../../shared/modules/sync/runs/start-items.ts';
import { aFolder, filesIntegration, runsPath, syncPath } from '../../support/builders/sync-files.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { runSchedule } from '../../support/runtime/sweep.ts';

const entityType = 'crm.customer';
const subject = { integrationId: filesIntegration, entityType, direction: 'import' } as const;

async function aReadyCaller() {
  const caller = await aTenant();
  await aFolder(caller);
  return caller;
}

const start = (caller: TestCaller) => caller.api.post<{ id: string }>(`${syncPath}/run`, { body: subject });

/** Numbers of listed runs and jobs. */
async function shown(caller: TestCaller) {
  const runs = await caller.api.get<{ total: number; items: object[] }>(runsPath);
  const jobs = await caller.api.get<{ total: number; items: object[] }>(
    '/api/progress/jobs?includeCompleted=true',
  );
  return [runs.body.total, runs.body.items.length, jobs.body.total, jobs.body.items.length];
}

/** A start of this age whose run is not stored; `store` replaces the write. */
async function begin(caller: TestCaller, secondsAgo: number, store: () => Promise<void>) {
  const { tenantId, organizationId } = caller;
  const createdAtMs = Date.now() - secondsAgo * 1_000;
  const run: StoredRun = {
    ...{ id: randomUUID(), tenantId, organizationId, ...subject, ...noCounts, status: 'pending' },
    ...{ cursor: null, initialCursor: null, batchesCompleted: 0, lastError: null },
    ...{ progressJobId: randomUUID(), triggeredBy: 'api_key:test', fullSync: false, batchSize: 100 },
    ...{ maxFailures: null, retryOf: null, totalCount: null, startedAtMs: null, finishedAtMs: null },
    ...{ createdAtMs, updatedAtMs: createdAtMs, revision: 1 },
  };
  const job = newJob({
    ...{ id: run.progressJobId, tenantId, organizationId, jobType: syncJobType('import') },
    ...{ name: 'Data sync', nowMs: createdAtMs },
  });
  const listed: (Key & Item)[] = [listingItem(run), ...newSyncJobItems(job)];
  await storeStart(run, { takesLock: true, listed }, store).catch(() => undefined);
  return run;
}

const died = () => Promise.reject(new Error('The process ended.'));

describe('a start', () => {
  it('that the limit of the tenant refuses leaves no entry, and another one can start', async () => {
    const caller = await aReadyCaller();
    await begin(caller, 0, () => Promise.reject(new LimitReachedError('active sync runs in a tenant', 0)));
    expect(await shown(caller)).toEqual([0, 0, 0, 0]);
    expect((await start(caller)).status).toBe(201);
  });

  it('whose process died is cleaned up by the watchdog, and another one can start', async () => {
    const caller = await aReadyCaller();
    const run = await begin(caller, 3_600, died);
    await runSchedule('sync', 'recoverStalledRuns');
    expect(await shown(caller)).toEqual([0, 0, 0, 0]);
    expect(await getItem(activeSyncRunKey(run, run.id))).toBeUndefined();
    expect((await start(caller)).status).toBe(201);
  });

  it('with an Idempotency-Key that is refused leaves no entry, and keeps the lock of the other', async () => {
    const caller = await aReadyCaller();
    const other = await begin(caller, 30, died);
    const before = await shown(caller);
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await caller.api.post(`${syncPath}/run`, { body: subject, headers });
    expect(answer.status).toBe(409);
    expect(await shown(caller)).toEqual(before);
    expect(await getItem(syncLockKey(other, other))).toMatchObject({ runId: other.id });
  });

  it('that may still be in progress is ignored by the watchdog, and refuses another one', async () => {
    const caller = await aReadyCaller();
    const run = await begin(caller, 30, died);
    await runSchedule('sync', 'recoverStalledRuns');
    expect((await start(caller)).status).toBe(409);
    expect(await getItem(syncLockKey(run, run))).toMatchObject({ runId: run.id });
    expect(await getItem(activeSyncRunKey(run, run.id))).toBeDefined();
  });
});
