/** Conformance cases of the scheduler: manual runs, and the users and keys that jobs run as. */
import { expect } from 'vitest';
import {
  aJob,
  aStoredJob,
  endedRun,
  endedRuns,
  executionsPath,
  findJob,
  type JobPage,
  jobsPath,
  queueJobPath,
  targetsPath,
  trigger,
  triggerPath,
  undoPath,
} from '../../support/builders/scheduler.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { casesOf } from '../support/conformance.ts';
import { expectHidden } from '../support/rules.ts';
import { aCaller, aKey, aSibling, aSuperAdmin, aTenant, aTenantWithEvents } from '../support/stage.ts';
import { aLoggedInUser } from '../support/users.ts';

const { proves } = casesOf('scheduler');

const publishing = () =>
  aJob({ targetCommand: 'webhooks.publish_event', targetPayload: { type: 'sales.order.counted', data: {} } });
const run = async (caller: TestCaller, id: string) => endedRun(caller, await trigger(caller, id));
const deleteKey = ({ api }: TestCaller, { keyId }: TestCaller) =>
  api.delete(`/api/api_keys/keys?id=${keyId}`);

proves('manual-run', async () => {
  const caller = await aCaller();
  const { id, name, nextRunAt } = await aStoredJob(caller);
  const { tenantId, organizationId } = caller;
  const data = { scheduleId: id, scheduleName: name, tenantId, organizationId };
  expect(await run(caller, id)).toMatchObject({ state: 'completed', data });
  expect(await findJob(caller, id)).toMatchObject({ nextRunAt, lastRunAt: expect.any(String) });
  await caller.api.delete(jobsPath, { body: { id } });
  expect((await caller.api.post(undoPath, { body: { id } })).status).toBe(200);
  const { body } = await caller.api.get<{ data: unknown[] }>(executionsPath(id));
  expect(body.data).toMatchObject([{ state: 'completed', triggerType: 'manual' }]);
});

proves('seconds', async () => {
  const caller = await aCaller();
  // A page of the history holds all runs that are planned ahead.
  const body = aJob({ scheduleType: 'interval', scheduleValue: '2s' });
  const { id, nextRunAt } = await aStoredJob(caller, body);
  const times = [0, 2_000, 4_000].map((ms) => new Date(Date.parse(nextRunAt ?? '') + ms).toISOString());
  const ask = async () => {
    const ended = (await endedRuns(caller, id)).map(({ scheduledAt }) => scheduledAt);
    return times.every((time) => ended.includes(time)) || undefined;
  };
  expect(await eventually('three runs', ask)).toBe(true);
  await caller.api.delete(jobsPath, { body: { id } });
});

proves('hidden', async () => {
  const owner = await aCaller();
  const job = await aStoredJob(owner);
  const runId = await trigger(owner, job.id);
  await endedRun(owner, runId);
  const strangers = [await aTenant(), await aSibling(owner)];
  const reaches = [
    ({ api }: TestCaller, id: string) => api.put(jobsPath, { body: { id, name: 'mine' } }),
    ({ api }: TestCaller, id: string) => api.delete(jobsPath, { body: { id } }),
    ({ api }: TestCaller, id: string) => api.post(undoPath, { body: { id } }),
    ({ api }: TestCaller, id: string) => api.post(triggerPath, { body: { id } }),
    ({ api }: TestCaller, id: string) => api.get(executionsPath(id)),
    ({ api }: TestCaller, id: string) => api.get(`${jobsPath}/${id}`),
    ({ api }: TestCaller, id: string) => api.get(queueJobPath(runId.replace(job.id, id))),
  ];
  await expectHidden(strangers, reaches, job.id);
  expect(await findJob(owner, job.id)).toEqual({ ...job, lastRunAt: expect.any(String) });
  const otherRun = runId.replace(/\d(?=-|$)/, (digit) => String((Number(digit) + 1) % 10));
  const noRun = { status: 404, body: { error: 'Run not found.', code: 'not_found' } };
  for (const unknown of ['nothing', otherRun, `${job.id}-1760000000000`])
    expect(await owner.api.get(queueJobPath(unknown))).toMatchObject(noRun);
});

proves('calculating-condition', async () => {
  const owner = await aCaller();
  const above = (field: string, value: string) => ({ condition: { field, operator: '>', value } });
  const results: unknown[] = [];
  for (const condition of [
    above('time.hour', '{{time.hour - 1}}'),
    above('time.hour', '{{time.hour + 1}}'),
    above('time.hour', '{{job.name - 1}}'),
  ])
    results.push((await run(owner, (await aStoredJob(owner, aJob(condition))).id)).result);
  expect(results).toMatchObject([
    expect.not.objectContaining({ skipped: true }),
    { skipped: true, reason: 'condition_not_met', decidedBy: { field: 'time.hour' } },
    { skipped: true, reason: 'condition_not_evaluated' },
  ]);
  const message = expect.stringMatching(/^value, position \d+: /);
  const refusal = { status: 400, body: { details: [{ field: 'condition', message }] } };
  const invalid = above('time.hour', '{{time.hour -}}');
  expect(await owner.api.post(jobsPath, { body: aJob(invalid) })).toMatchObject(refusal);
  const { id } = await aStoredJob(owner);
  expect(await owner.api.put(jobsPath, { body: { id, ...invalid } })).toMatchObject(refusal);
});

proves('tenant-jobs', async () => {
  const owner = await aTenant();
  const wide = await aKey({ ...owner, organizations: null });
  const { id, name } = await aStoredJob(wide, aJob({ scopeType: 'tenant' }));
  expect((await wide.api.put(jobsPath, { body: { id, description: 'ours' } })).status).toBe(200);
  const runId = await trigger(wide, id);
  const data = { scheduleId: id, scheduleName: name, tenantId: owner.tenantId, organizationId: null };
  expect((await endedRun(await aSibling(owner), runId)).data).toEqual(data);
  expect((await owner.api.get(executionsPath(id))).body).toMatchObject({ data: [{ id: runId }] });
});

proves('platform-jobs', async () => {
  const [owner, admin] = [await aCaller(), await aSuperAdmin()];
  const { id } = await aStoredJob(admin, aJob({ scopeType: 'system' }));
  const runId = await trigger(admin, id);
  expect((await endedRun(admin, runId)).data).toMatchObject({ tenantId: null, organizationId: null });
  for (const { status, body } of [
    await owner.api.put(jobsPath, { body: { id, name: 'mine' } }),
    await owner.api.delete(jobsPath, { body: { id } }),
    await owner.api.post(triggerPath, { body: { id } }),
    await owner.api.get(executionsPath(id)),
    await owner.api.get(queueJobPath(runId)),
  ])
    expect([status, body.code]).toEqual([404, 'not_found']);
  expect((await admin.api.put(jobsPath, { body: { id, name: 'ours' } })).status).toBe(200);
  expect((await admin.api.delete(jobsPath, { body: { id } })).status).toBe(200);
  expect((await owner.api.post(undoPath, { body: { id } })).status).toBe(404);
  expect((await admin.api.post(undoPath, { body: { id } })).status).toBe(200);
  await admin.api.delete(jobsPath, { body: { id } });
});

proves('targets', async () => {
  const { api } = await aCaller();
  const { body } = await api.get<Record<string, { value: string; summary: string }[]>>(targetsPath);
  const names = (list: string) => body[list]?.map(({ value }) => value) ?? [];
  expect(names('queues')).toContain('jobs');
  expect(names('commands')).toEqual(names('commands').toSorted());
  const some = [
    'business_rules.execute_set',
    'data_sync.run',
    'scheduler.test.echo',
    'webhooks.publish_event',
  ];
  expect(names('commands')).toEqual(expect.arrayContaining(some));
  for (const { summary } of Object.values(body).flat()) expect(summary.length).toBeGreaterThan(3);
});

proves('lost-rights', async () => {
  const home = await aCaller();
  const author = await aLoggedInUser(home, { features: ['scheduler.*', 'events.publish'] });
  const { id, runAs } = await aStoredJob(author, publishing());
  expect(runAs).toMatchObject({ type: 'user', id: author.id });
  const body = { userId: author.id, features: ['scheduler.*'], organizations: [home.organizationId] };
  expect((await home.api.put('/api/auth/users/acl', { body })).status).toBe(200);
  const reason = 'The user or key that the job runs as no longer has the feature events.publish.';
  for (const _ of ['first', 'again']) {
    expect(await run(home, id)).toMatchObject({ state: 'failed', error: reason });
    expect((await findJob(home, id))?.blockedReason).toBe(reason);
  }
});

proves(
  'take-over',
  [
    {
      ...{ targetCommand: 'webhooks.publish_event', feature: 'events.publish' },
      targetPayload: { type: 'a.b.c', data: {} },
    },
    {
      ...{ targetCommand: 'business_rules.execute_set', feature: 'business_rules.rules.execute' },
      targetPayload: { ruleSetId: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10', entityType: 'sales.order' },
    },
    {
      ...{ targetCommand: 'data_sync.run', feature: 'data_sync.run' },
      targetPayload: { integrationId: 'sync_http_json', entityType: 'sales.order', direction: 'import' },
    },
  ],
  async ({ feature, ...command }) => {
    const home = await aCaller();
    const weak = await aKey({ ...home, features: ['scheduler.*'] });
    const refusal = { status: 403, body: { requiredFeatures: [feature] } };
    expect(await weak.api.post(jobsPath, { body: aJob(command) })).toMatchObject(refusal);
    const author = await aKey({ ...home, features: ['scheduler.*', feature] });
    const { id } = await aStoredJob(author, aJob(command));
    const { body } = await home.api.get<JobPage>(`${jobsPath}?runAs=api_key:${author.keyId}`);
    expect(body.data.map((job) => job.id)).toEqual([id]);
    expect((await deleteKey(home, author)).status).toBe(200);
    const error = 'The user or key that the job runs as no longer has access to its tenant or organization.';
    expect(await run(home, id)).toMatchObject({ state: 'failed', error });
    expect((await findJob(home, id))?.blockedReason).toBe(error);
    expect(await weak.api.post(`${jobsPath}/${id}/take-over`)).toMatchObject(refusal);
    const taken = await home.api.post(`${jobsPath}/${id}/take-over`);
    expect(taken.body).toMatchObject({ runAs: { id: home.keyId }, blockedReason: null });
    if (feature === 'events.publish') expect(await run(home, id)).toMatchObject({ state: 'completed' });
  },
);

proves('blocked-once', async () => {
  const home = await aTenantWithEvents();
  const editor = await aLoggedInUser(home);
  const author = await aKey(home);
  const { id } = await aStoredJob(author, publishing());
  await deleteKey(home, author);
  for (const _ of ['first', 'second']) expect(await run(home, id)).toMatchObject({ state: 'failed' });
  const notices = await eventually('the notification', async () => {
    const { items } = (await editor.api.get<{ items: { type: string }[] }>('/api/notifications')).body;
    return items.length > 0 ? items : undefined;
  });
  expect(notices.map(({ type }) => type)).toEqual(['scheduler.job.blocked']);
});
