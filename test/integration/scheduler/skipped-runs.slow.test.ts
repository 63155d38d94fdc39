/** Runs that are skipped: a required feature is off, a condition does not hold, or the tenant is closed. */
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

/** Why a manual run of the job was skipped, or its state. */
async function outcomeOf(caller: TestCaller, job: Job): Promise<unknown> {
  const { state, result } = await endedRun(caller, await trigger(caller, job.id));
  return state === 'completed' && result?.skipped ? result.reason : state;
}

describe('a due run', () => {
  it.each([
    ['feature_off', { requireFeature: 'unknown.has' }],
    ['condition_not_met', { condition: { field: 'tenant.name', operator: '=', value: 'someone else' } }],
  ])('is skipped with %s, not failed: the next is scheduled, an event published', async (reason, fields) => {
    const caller = await aTenant();
    const job = await aStoredJob(caller, aJob({ ...fields, scheduleValue: '* * * * *' }));
    const eventsSince = await watchEvents(caller.tenantId);
    const dueMs = Date.parse(job.nextRunAt ?? '');
    await deliver(await dueAt(job, dueMs));
    const [run] = await endedRuns(caller, job.id);
    expect(run).toMatchObject({ state: 'completed', error: null, result: { skipped: true, reason } });
    const nextRunAt = new Date(dueMs + 60_000).toISOString();
    expect(await findJob(caller, job.id)).toEqual({ ...job, lastRunAt: null, nextRunAt });
    const events = (await eventsSince()).filter(({ type }) => type === 'scheduler.job.skipped');
    expect(events).toMatchObject([{ data: { id: job.id, reason, queueJobId: run?.id } }]);
    expect(await told(eventsSince)).toEqual(['skipped']);
  });

  it('is skipped in a closed tenant', async () => {
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

describe('a required feature', () => {
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

  it('of a job of the platform is the default of a toggle', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin, { defaultValue: true });
    const job = await aStoredJob(admin, aJob({ scopeType: 'system', requireFeature: toggle.identifier }));
    expect(await outcomeOf(admin, job)).toBe('completed');
    await admin.api.delete(jobsPath, { body: { id: job.id } });
  });
});

describe('a condition', () => {
  const isOn = (identifier: string) => ({ field: `toggles.${identifier}`, operator: '=', value: true });

  it('reads the toggles of the tenant', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin, { defaultValue: false });
    const condition = isOn(toggle.identifier);
    const job = await aStoredJob(admin, aJob({ condition }));
    const { result } = await endedRun(admin, await trigger(admin, job.id));
    const decidedBy = { path: '', field: condition.field, operator: '=' };
    expect(result).toEqual({ skipped: true, reason: 'condition_not_met', decidedBy });
    await setOverride(admin, toggle.id, true);
    expect(await outcomeOf(admin, job)).toBe('completed');
  });

  it('is kept when other fields change, and removed with null', async () => {
    const caller = await aTenant();
    const condition = { operator: 'NOT', rules: [isOn('closed_for_holidays')] };
    const { id, ...job } = await aStoredJob(caller, aJob({ condition }));
    expect(job.condition).toEqual(condition);
    const change = (fields: object) => caller.api.put(jobsPath, { body: { id, ...fields } });
    await change({ name: 'Working days' });
    expect(await findJob(caller, id)).toMatchObject({ name: 'Working days', condition });
    await change({ condition: null });
    expect(await findJob(caller, id)).not.toHaveProperty('condition');
  });
});
