/** Skipped runs: the feature is off, or the tenant is closed. */
import { describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/kernel/table/keys.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { locationOfRun } from '../../../shared/modules/scheduler/runs/run.ts';
import { findRun } from '../../../shared/modules/scheduler/runs/run-store.ts';
import { aRole } from '../../support/builders/roles.ts';
import {
  aJob,
  aStoredJob,
  deliver,
  dueAt,
  endedRun,
  endedRuns,
  findJob,
  jobsPath,
  told,
  trigger,
} from '../../support/builders/scheduler.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aStoredToggle, aSuperAdmin, setOverride } from '../../support/builders/toggles.ts';
import { watchEvents } from '../../support/clients/events.ts';

describe('requireFeature', () => {
  async function outcomeOf(caller: TestCaller, job: Job): Promise<unknown> {
    const { state, result } = await endedRun(caller, await trigger(caller, job.id));
    return state === 'completed' && result?.skipped ? result.reason : state;
  }

  it('is a toggle of the tenant, or a feature granted by one of its roles', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin, { defaultValue: false });
    const job = await aStoredJob(admin, aJob({ requireFeature: toggle.identifier }));
    expect(await outcomeOf(admin, job)).toBe('feature_off');
    await setOverride(admin, toggle.id, true);
    expect(await outcomeOf(admin, job)).toBe('completed');

    const byRole = await aStoredJob(admin, aJob({ requireFeature: 'reports.nightly' }));
    expect(await outcomeOf(admin, byRole)).toBe('feature_off');
    await aRole(admin, { features: ['reports.nightly'] });
    expect(await outcomeOf(admin, byRole)).toBe('completed');
  });

  it('skips a due run: the next one is scheduled, and an event is published', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller, aJob({ requireFeature: 'unknown.has', scheduleValue: '* * * * *' }));
    const eventsSince = await watchEvents(caller.tenantId);
    const dueMs = Date.parse(job.nextRunAt ?? '');
    await deliver(await dueAt(job, dueMs));
    const [run] = await endedRuns(caller, job.id);
    expect(run).toMatchObject({ state: 'completed', result: { skipped: true, reason: 'feature_off' } });
    expect(await findJob(caller, job.id)).toEqual({
      ...job,
      lastRunAt: null,
      nextRunAt: new Date(dueMs + 60_000).toISOString(),
    });
    const events = (await eventsSince()).filter(({ type }) => type === 'scheduler.job.skipped');
    expect(events).toMatchObject([{ data: { id: job.id, reason: 'feature_off', queueJobId: run?.id } }]);
    expect(await told(eventsSince)).toEqual(['skipped']);
  });

  it('of a job of the platform is the default of a toggle', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin, { defaultValue: true });
    const job = await aStoredJob(admin, aJob({ scopeType: 'system', requireFeature: toggle.identifier }));
    expect(await outcomeOf(admin, job)).toBe('completed');
    await admin.api.delete(jobsPath, { body: { id: job.id } });
  });

  it('does not matter in a closed tenant, where nothing runs', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller);
    const runId = `${job.id}-${Math.floor(Date.now() / 1_000) * 1_000}`;
    const message = await dueAt(job, Number(runId.slice(-13)));
    const close = (isActive: boolean) =>
      updateItem({
        Key: tenantKey(caller),
        UpdateExpression: 'SET isActive = :is',
        ExpressionAttributeValues: { ':is': isActive },
      });
    await close(false);
    await deliver(message);
    const place = locationOfRun(runId);
    await expect
      .poll(async () => place && (await findRun(caller, place, Date.now()))?.state)
      .toBe('completed');
    await close(true);
    expect((await endedRuns(caller, job.id))[0]?.result).toEqual({ skipped: true, reason: 'closed' });
  });
});
