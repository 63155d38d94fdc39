import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../../shared/catalog/commands.ts';
import type { PlatformConfig } from '../../../shared/catalog/platform.ts';
import { queues } from '../../../shared/catalog/queues.ts';
import { platformConfig } from '../../../shared/extensions/config.ts';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { type Administrator, aTenantAdmin } from '../../support/builders/administrators.ts';
import {
  aJob,
  aStoredJob,
  endedRun,
  executionsPath,
  findJob,
  jobsPath,
  queueJobPath,
  targetsPath,
  trigger,
  triggerPath,
  undoPath,
} from '../../support/builders/scheduler.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import type { Api, TestResponse } from '../../support/clients/api.ts';

const unknownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
let owner: TestCaller;
let job: Job;
let admin: Administrator;
let tenantJob: Job;
let runId: string;

beforeAll(async () => {
  owner = await aTenant();
  job = await aStoredJob(owner);
  admin = await aTenantAdmin(owner);
  tenantJob = await aStoredJob(admin, aJob({ scopeType: 'tenant' }));
  runId = await trigger(owner, job.id);
  await endedRun(owner, runId);
});

/** Every request about one job, by its id or by that of its run. */
const requests: readonly [string, (api: Api, id: string) => Promise<TestResponse>][] = [
  ['changes', (api, id) => api.put(jobsPath, { body: { id, name: 'mine' } })],
  ['deletes', (api, id) => api.delete(jobsPath, { body: { id } })],
  ['brings back', (api, id) => api.post(undoPath, { body: { id } })],
  ['starts', (api, id) => api.post(triggerPath, { body: { id } })],
  ['lists the runs of', (api, id) => api.get(executionsPath(id))],
  [
    'reads a run of',
    (api, id) => api.get(queueJobPath(id === unknownId ? runId.replace(job.id, id) : runId)),
  ],
];

describe.each(requests)('a request that %s a job', (_, request) => {
  it('of another tenant or organization returns the response for an unknown one', async () => {
    const [stranger, sibling] = [await aTenant(), await aSibling(owner)];
    for (const { api } of [stranger, sibling]) {
      const [foreign, unknown] = [await request(api, job.id), await request(api, unknownId)];
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(unknown.body);
    }
    expect(await findJob(owner, job.id)).toEqual({ ...job, lastRunAt: expect.any(String) });
  });
});

it('a run of another tenant returns the response for an unknown run', async () => {
  const stranger = await aTenant();
  const answers = [
    await stranger.api.get(queueJobPath(runId)),
    await stranger.api.get(queueJobPath('nothing')),
    await owner.api.get(
      queueJobPath(runId.replace(/\d(?=-|$)/, (digit) => String((Number(digit) + 1) % 10))),
    ),
    await owner.api.get(queueJobPath(`${job.id}-1760000000000`)),
  ].map(({ status, body }) => ({ status, body }));
  expect(answers).toEqual(
    answers.map(() => ({ status: 404, body: { error: 'Run not found.', code: 'not_found' } })),
  );
});

describe('a job of the whole tenant', () => {
  it('is visible in all of its organizations, and managed by callers with access to all', async () => {
    const sibling = await aSibling(owner);
    const changes = { body: { id: tenantJob.id, description: 'ours' } };
    expect((await admin.api.put(jobsPath, changes)).status).toBe(200);
    const run = await trigger(admin, tenantJob.id);
    expect((await endedRun(sibling, run)).data).toEqual({
      scheduleId: tenantJob.id,
      scheduleName: tenantJob.name,
      tenantId: owner.tenantId,
      organizationId: null,
    });
    expect((await owner.api.get(executionsPath(tenantJob.id))).body).toMatchObject({ data: [{ id: run }] });
  });
});

describe('a job of the platform', () => {
  it('is unknown to all but super admins', async () => {
    const superAdmin = await aSuperAdmin();
    const { id } = await aStoredJob(superAdmin, aJob({ scopeType: 'system' }));
    const run = await trigger(superAdmin, id);
    expect((await endedRun(superAdmin, run)).data).toMatchObject({ tenantId: null, organizationId: null });
    for (const send of [
      (api: Api) => api.put(jobsPath, { body: { id, name: 'mine' } }),
      (api: Api) => api.delete(jobsPath, { body: { id } }),
      (api: Api) => api.post(triggerPath, { body: { id } }),
      (api: Api) => api.get(executionsPath(id)),
      (api: Api) => api.get(queueJobPath(run)),
    ]) {
      const { status, body } = await send(owner.api);
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'not_found' });
    }
    expect((await superAdmin.api.put(jobsPath, { body: { id, name: 'ours' } })).status).toBe(200);
    expect((await superAdmin.api.delete(jobsPath, { body: { id } })).status).toBe(200);
    expect((await owner.api.post(undoPath, { body: { id } })).status).toBe(404);
    expect((await superAdmin.api.post(undoPath, { body: { id } })).status).toBe(200);
    expect((await superAdmin.api.delete(jobsPath, { body: { id } })).status).toBe(200);
  });
});

describe('GET /api/scheduler/targets', () => {
  it('lists queues and commands by name, the same for all callers', async () => {
    const { status, body } = await owner.api.get(targetsPath);
    expect(status).toBe(200);
    const { jobQueues }: PlatformConfig = platformConfig;
    const own = Object.entries(jobQueues).map(([name, { summary }]) => ({
      value: name,
      label: name,
      summary,
    }));
    expect(body).toEqual({
      queues: [{ value: 'jobs', label: 'jobs', summary: queues.jobs?.summary }, ...own],
      commands: Object.entries(commands)
        .map(([value, { summary }]) => ({ value, label: value, summary }))
        .toSorted((a, b) => (a.value < b.value ? -1 : 1)),
    });
    const names = (body.commands as { value: string }[]).map(({ value }) => value);
    expect(names).toEqual(expect.arrayContaining(['business_rules.execute_set', 'scheduler.test.echo']));
  });
});
