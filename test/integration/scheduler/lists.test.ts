/** The lists of jobs, and of the failed runs of all jobs. */
import { expect, it } from 'vitest';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { aJob, aStoredJob, endedRun, jobsPath, trigger } from '../../support/builders/scheduler.ts';
import { aKey, aSibling, aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const path = '/api/scheduler/failed-runs';

interface Page {
  data: { id: string; jobId: string; jobName: string; error: string; failedAt: string }[];
  meta: { total: number };
}

const missingSet = {
  targetCommand: 'business_rules.execute_set',
  targetPayload: { ruleSetId: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10' },
};

it('the list of jobs costs one query per scope, and one request for rows and total', async () => {
  const caller = await aTenant();
  const { id } = await aStoredJob(caller);
  await aStoredJob(await aTenantAdmin(caller), aJob({ scopeType: 'tenant' }));
  const actionsOf = async (url: string) =>
    (await callsOf(await caller.api.get(url))).map(({ action }) => action);
  expect(await actionsOf(jobsPath)).toEqual(['UpdateItem', 'Query', 'Query', 'BatchGetItem']);
  expect(await actionsOf(`${jobsPath}?id=${id}`)).toEqual(['UpdateItem', 'BatchGetItem']);
  expect(await actionsOf(`${jobsPath}/${id}`)).toEqual(['UpdateItem', 'GetItem']);
});

it('the list of failed runs has a run whose last attempt failed, with its job and the reason, and no completed run', async () => {
  const home = await aTenant();
  const failing = await aStoredJob(home, aJob({ ...missingSet, name: 'Nightly totals' }));
  const run = await endedRun(home, await trigger(home, failing.id));
  expect(run.state).toBe('failed');
  const working = await aStoredJob(home, aJob());
  await endedRun(home, await trigger(home, working.id));

  const answer = await home.api.get<Page>(path);
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual([
    {
      ...{ id: run.id, jobId: failing.id, jobName: 'Nightly totals', error: 'Rule set not found.' },
      ...{ triggerType: 'manual', attemptsMade: 1, scheduledAt: run.timestamp, failedAt: run.finishedOn },
    },
  ]);
  expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'Query', 'Query']);
  expect((await home.api.get<Page>(`${path}?since=2999-01-01`)).body.meta.total).toBe(0);
  expect((await home.api.get<Page>(`${path}?since=2020-01-01`)).body.meta.total).toBe(1);
  expect((await home.api.get(`${path}?since=yesterday`)).status).toBe(400);

  const sibling = await aSibling(home);
  expect((await sibling.api.get<Page>(path)).body.data).toEqual([]);
  const viewer = await aKey({ ...home, features: ['webhooks.view'] });
  expect((await viewer.api.get(path)).status).toBe(403);
});
