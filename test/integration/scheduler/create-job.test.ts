import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { aJob, aStoredJob, type JobPage, jobsPath, schedulesOf } from '../../support/builders/scheduler.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { anAdminWithoutTenant } from '../../support/builders/toggles.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { during } from '../../support/fault-injection/faults.ts';

describe('POST /api/scheduler/jobs', () => {
  it('records the user who created it', async () => {
    const caller = await aTenant();
    const user = await aUser(caller);
    const { token } = await aSession(user);
    const headers = { 'x-api-key': '', authorization: `Bearer ${token}` };
    const { body } = await caller.api.post<Job>(jobsPath, { body: aJob(), headers });
    expect(body).toMatchObject({ createdByUserId: user.id, updatedByUserId: user.id });
  });

  it('leaves nothing behind if it cannot be stored', async () => {
    const caller = await aTenant();
    const name = randomUUID();
    const fault = { effect: 'error', action: 'TransactWriteItems', bodyContains: caller.tenantId } as const;
    const { status } = await during(fault, () => caller.api.post(jobsPath, { body: aJob({ name }) }));
    expect(status).toBe(503);
    expect((await caller.api.get<JobPage>(jobsPath)).body.meta.total).toBe(0);
    expect(await schedulesOf(caller.tenantId)).toEqual([]);
  });

  it('leaves nothing behind if EventBridge is not reachable', async () => {
    const caller = await aTenant();
    const fault = { effect: 'error', service: 'scheduler', bodyContains: caller.tenantId } as const;
    const { status } = await during(fault, () => caller.api.post(jobsPath, { body: aJob() }));
    expect(status).toBe(503);
    expect((await caller.api.get<JobPage>(jobsPath)).body.meta.total).toBe(0);
  });
});

describe('the scope of a new job', () => {
  it('must be selected', async () => {
    const api = await anAdminWithoutTenant();
    const { tenantId } = await aTenant();
    for (const [scopeType, path] of [
      ['organization', jobsPath],
      ['tenant', jobsPath],
      ['organization', `${jobsPath}?tenantId=${tenantId}`],
    ] as const) {
      const { status, body } = await api.post(path, { body: aJob({ scopeType }) });
      expect(status).toBe(400);
      expect(body.code).toBe('scope_required');
    }
  });

  it('is the platform for super admins without a tenant', async () => {
    const api = await anAdminWithoutTenant();
    const job = await aStoredJob({ api }, aJob({ scopeType: 'system' }));
    expect(job).toMatchObject({ scopeType: 'system', tenantId: null, organizationId: null });
    await api.delete(jobsPath, { body: { id: job.id } });
  });
});
