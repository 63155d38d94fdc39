import { describe, expect, it } from 'vitest';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
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

const isOn = (identifier: string) => ({ field: `toggles.${identifier}`, operator: '=', value: true });
const change = ({ api }: TestCaller, { id }: Job, body: object) =>
  api.put(jobsPath, { body: { id, ...body } });

describe('a job with a condition', () => {
  it('runs only if a toggle of the tenant is on', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin, { defaultValue: false });
    const condition = isOn(toggle.identifier);
    const job = await aStoredJob(admin, aJob({ condition }));
    const outcome = async () => (await endedRun(admin, await trigger(admin, job.id))).result;
    expect(await outcome()).toEqual({
      skipped: true,
      reason: 'condition_not_met',
      decidedBy: { path: '', field: condition.field, operator: '=' },
    });
    await setOverride(admin, toggle.id, true);
    expect(await outcome()).not.toHaveProperty('skipped');
  });

  it('records a run as skipped with the reason, not as failed, and schedules the next', async () => {
    const caller = await aTenant();
    const condition = { field: 'tenant.name', operator: '=', value: 'someone else' };
    const job = await aStoredJob(caller, aJob({ condition, scheduleValue: '* * * * *' }));
    const eventsSince = await watchEvents(caller.tenantId);
    const dueMs = Date.parse(job.nextRunAt ?? '');
    await deliver(await dueAt(job, dueMs));
    const [run] = await endedRuns(caller, job.id);
    expect(run).toMatchObject({
      state: 'completed',
      error: null,
      result: { skipped: true, reason: 'condition_not_met' },
    });
    expect((await findJob(caller, job.id))?.nextRunAt).toBe(new Date(dueMs + 60_000).toISOString());
    expect(await told(eventsSince)).toEqual(['skipped']);
  });

  it('returns it, keeps it when other fields change, and removes it with null', async () => {
    const caller = await aTenant();
    const condition = { operator: 'NOT', rules: [isOn('closed_for_holidays')] };
    const job = await aStoredJob(caller, aJob({ condition }));
    expect(job.condition).toEqual(condition);
    await change(caller, job, { name: 'Working days' });
    expect(await findJob(caller, job.id)).toMatchObject({ name: 'Working days', condition });
    await change(caller, job, { condition: null });
    expect(await findJob(caller, job.id)).not.toHaveProperty('condition');
    expect((await endedRun(caller, await trigger(caller, job.id))).result).not.toHaveProperty('skipped');
  });

  it('is refused with an invalid condition, naming the field', async () => {
    const caller = await aTenant();
    const body = aJob({ condition: { operator: 'AND', rules: [] } });
    const { status, body: answer } = await caller.api.post(jobsPath, { body });
    expect(status).toBe(400);
    expect(answer.details).toEqual([{ field: 'condition', message: 'a group needs at least one condition' }]);
  });
});
