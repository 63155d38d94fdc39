import { describe, expect, it } from 'vitest';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { jobKey } from '../../../shared/modules/scheduler/keys.ts';
import { aQueueJob, aStoredJob, findJob, jobsPath, schedulesOf } from '../../support/builders/scheduler.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { during } from '../../support/fault-injection/faults.ts';

async function update({ api }: Pick<TestCaller, 'api'>, body: Record<string, unknown>): Promise<Job> {
  const answer = await api.put<Job>(jobsPath, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe('PUT /api/scheduler/jobs', () => {
  it('disables and renames a job whose queue a later deployment has removed', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller, aQueueJob());
    await updateItem({
      Key: jobKey(caller, id),
      UpdateExpression: 'SET targetQueue = :queue',
      ExpressionAttributeValues: { ':queue': 'removed-queue' },
    });
    await update(caller, { id, name: 'Without a queue', isEnabled: false });
    const ids = { ids: [id], isEnabled: true };
    const { body } = await caller.api.post(`${jobsPath}/bulk-update`, { body: ids });
    expect(body).toMatchObject({ changed: 1 });
    const { status } = await caller.api.put(jobsPath, { body: { id, targetQueue: 'removed-queue' } });
    expect(status).toBe(400);
  });

  it('keeps the last of parallel changes, in the table and in EventBridge', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    const hours = [1, 2, 3, 4, 5, 6];
    await Promise.all(hours.map((hour) => update(caller, { id, scheduleValue: `0 ${hour} * * *` })));
    const [, hour] = (await findJob(caller, id))?.scheduleValue.split(' ') ?? [];
    expect((await schedulesOf(id)).map(({ expression }) => expression)).toEqual([`cron(0 ${hour} * * ? *)`]);
  });

  it('reports if EventBridge is not reachable, and updates it when the change is repeated', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    const change = { body: { id, scheduleValue: '0 5 * * *' } };
    const fault = { effect: 'error', service: 'scheduler', bodyContains: id } as const;
    const { status, body } = await during(fault, () => caller.api.put(jobsPath, change));
    expect([status, body.code]).toEqual([503, 'unfinished']);
    expect((await findJob(caller, id))?.scheduleValue).toBe('0 5 * * *');
    expect((await schedulesOf(id)).map(({ expression }) => expression)).toEqual(['cron(0 0 1 1 ? *)']);
    await update(caller, change.body);
    expect((await schedulesOf(id)).map(({ expression }) => expression)).toEqual(['cron(0 5 * * ? *)']);
  });
});
