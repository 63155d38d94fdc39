import { describe, expect, it } from 'vitest';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import {
  aJob,
  aStoredJob,
  endedRun,
  endedRuns,
  fire,
  type JobPage,
  jobsPath,
  rowOf,
  schedulesOf,
  trigger,
} from '../../support/builders/scheduler.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { watchEvents } from '../../support/clients/events.ts';

type Caller = Pick<TestCaller, 'api'>;

async function move({ api }: Caller, body: Record<string, unknown>, query = ''): Promise<Job> {
  const answer = await api.put<Job>(`${jobsPath}${query}`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Ids of the jobs that a caller lists. */
async function listed({ api }: Caller, query = ''): Promise<string[]> {
  const { body } = await api.get<JobPage>(`${jobsPath}?pageSize=100${query}`);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ id }) => id);
}

describe('a job that PUT gives another scope', () => {
  it('keeps its history, and each move is an event', async () => {
    const owner = await aTenant();
    const sibling = await aSibling(owner);
    const admin = await aTenantAdmin(owner);
    const { tenantId, organizationId } = owner;
    const job = await aStoredJob(owner);
    await endedRun(owner, await trigger(owner, job.id));
    const eventsSince = await watchEvents(tenantId);

    await move(admin, { id: job.id, scopeType: 'tenant' }, `?organizationId=${organizationId}`);
    const toSibling = `?organizationId=${sibling.organizationId}`;
    await move(admin, { id: job.id, scopeType: 'organization' }, toSibling);
    const runs = await sibling.api.get<{ data: unknown[] }>(`${jobsPath}/${job.id}/executions`);
    expect(runs.body.data).toHaveLength(1);
    const moves = (await eventsSince()).filter(({ type }) => type === 'scheduler.job.updated');
    expect(moves.map(({ data }) => data.scopeType)).toEqual(['tenant', 'organization']);
  });

  it('runs in its new scope only', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const { id } = await aStoredJob(owner);
    await move(admin, { id, scopeType: 'tenant' }, `?organizationId=${owner.organizationId}`);
    expect(await schedulesOf(id)).toHaveLength(1);
    await fire(id);
    const [ended] = await endedRuns(owner, id);
    const run = await endedRun(owner, String(ended?.id));
    expect(run).toMatchObject({ state: 'completed', data: { organizationId: null } });
  });

  it('moves to the platform and back for super admins, without leftovers', async () => {
    const admin = await aSuperAdmin();
    const { tenantId, organizationId } = admin;
    const stranger = await aTenant();
    const job = await aStoredJob(admin, aJob({ name: `Move ${tenantId}` }));
    const query = `&search=${tenantId}`;

    const system = await move(admin, { id: job.id, scopeType: 'system' });
    expect(system).toMatchObject({ scopeType: 'system', tenantId: null, organizationId: null });
    expect(await listed(admin, `${query}&scopeType=organization`)).toEqual([]);
    expect(await listed(admin, `${query}&scopeType=system`)).toEqual([job.id]);
    expect(await listed(stranger, query)).toEqual([]);
    await expect(rowOf({ id: job.id, tenantId })).rejects.toThrow('does not exist');
    expect(await schedulesOf(job.id)).toHaveLength(1);

    const disabled = await move(admin, { id: job.id, scopeType: 'tenant', isEnabled: false });
    expect(disabled).toMatchObject({ scopeType: 'tenant', tenantId, organizationId: null, nextRunAt: null });
    expect(await schedulesOf(job.id)).toEqual([]);
    const home = await move(admin, { id: job.id, scopeType: 'organization', isEnabled: true });
    expect(home).toMatchObject({ tenantId, organizationId, nextRunAt: job.nextRunAt });
    expect(await listed(admin, query)).toEqual([job.id]);
    expect(await schedulesOf(job.id)).toHaveLength(1);
    expect((await admin.api.delete(jobsPath, { body: { id: job.id } })).status).toBe(200);
  });
});

describe('a scope without access', () => {
  it('is the platform together with a tenant', async () => {
    const [owner, admin] = [await aTenant(), await aSuperAdmin()];
    const { id } = await aStoredJob(owner);
    const { tenantId, organizationId } = owner;
    const path = `${jobsPath}?tenantId=${tenantId}&organizationId=${organizationId}`;
    const { status } = await admin.api.put(path, { body: { id, scopeType: 'system', tenantId } });
    expect(status).toBe(400);
  });

  it('is an organization that is not selected', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const { id } = await aStoredJob(owner);
    await move(admin, { id, scopeType: 'tenant' }, `?organizationId=${owner.organizationId}`);
    const { status, body } = await admin.api.put(jobsPath, { body: { id, scopeType: 'organization' } });
    expect([status, body.code]).toEqual([400, 'scope_required']);
  });
});
