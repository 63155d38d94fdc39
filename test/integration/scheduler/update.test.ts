import { describe, expect, it } from 'vitest';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { jobKey } from '../../../shared/modules/scheduler/keys.ts';
import {
  aJob,
  aQueueJob,
  aStoredJob,
  findJob,
  jobsPath,
  schedulesOf,
} from '../../support/builders/scheduler.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { during } from '../../support/fault-injection/faults.ts';

async function update({ api }: Pick<TestCaller, 'api'>, body: Record<string, unknown>): Promise<Job> {
  const answer = await api.put<Job>(jobsPath, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe('PUT /api/scheduler/jobs', () => {
  it('changes only given fields', async () => {
    const caller = await aTenant();
    const given = { description: 'For finance.', requireFeature: 'reports', timezone: 'Europe/Paris' };
    const before = await aStoredJob(caller, aQueueJob(given));
    const after = await update(caller, { id: before.id, name: 'Renamed' });
    expect(after).toEqual({ ...before, name: 'Renamed', updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await findJob(caller, before.id)).toEqual(after);
    const cleared = await update(caller, { id: before.id, description: null, requireFeature: '' });
    expect(cleared).toMatchObject({ name: 'Renamed', description: null, requireFeature: null });
    expect(await findJob(caller, before.id)).toEqual(cleared);
  });

  it('accepts a new value of the same schedule type, and computes the next run again', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    const hourly = await update(caller, { id, scheduleValue: '0 * * * *' });
    expect(Date.parse(hourly.nextRunAt ?? '') - Date.now()).toBeLessThanOrEqual(3_600_000);
    const zoned = await update(caller, { id, scheduleValue: '0 9 * * *', timezone: 'Asia/Kolkata' });
    expect(zoned.nextRunAt).toMatch(/T03:30:00\.000Z$/);
    const interval = await update(caller, { id, scheduleType: 'interval', scheduleValue: '2h' });
    expect(Date.parse(interval.nextRunAt ?? '') - Date.parse(interval.updatedAt)).toBeGreaterThan(7_190_000);
    expect(await findJob(caller, id)).toEqual(interval);
  });

  it('has no next run while it is disabled, and a new one when it is enabled again', async () => {
    const caller = await aTenant();
    const { id, nextRunAt } = await aStoredJob(caller);
    expect((await update(caller, { id, isEnabled: false })).nextRunAt).toBeNull();
    expect((await findJob(caller, id))?.nextRunAt).toBeNull();
    expect((await update(caller, { id, scheduleValue: '0 0 2 1 *' })).nextRunAt).toBeNull();
    const on = await update(caller, { id, isEnabled: true });
    expect(on.nextRunAt).toBe(nextRunAt?.replace('-01-01T', '-01-02T'));
    expect(await findJob(caller, id)).toEqual(on);
  });

  it('clears the previous target when the target type changes', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    const queue = await update(caller, { id, targetType: 'queue', targetQueue: 'jobs' });
    expect(queue).toMatchObject({ targetType: 'queue', targetQueue: 'jobs', targetCommand: null });
    const command = await update(caller, {
      id,
      targetType: 'command',
      targetCommand: 'scheduler.test.echo',
      targetQueue: null,
    });
    expect(command).toMatchObject({ targetQueue: null, targetCommand: 'scheduler.test.echo' });
  });

  it('ignores an empty target of the other type', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller, aQueueJob({ targetCommand: '' }));
    const command = { targetType: 'command', targetCommand: 'scheduler.test.echo', targetQueue: '' };
    expect(await update(caller, { id, ...command })).toMatchObject({
      targetQueue: null,
      targetPayload: null,
    });
    expect(await update(caller, { id, targetCommand: '', name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
      targetCommand: 'scheduler.test.echo',
    });
    const alone = await caller.api.put(jobsPath, { body: { id, targetType: 'queue', targetQueue: '' } });
    expect(alone.status).toBe(400);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['no id', { id: undefined }, 400, 'id'],
    ['an invalid id', { id: 'x' }, 400, 'id'],
    ['an empty name', { name: '' }, 400, 'name'],
    ['another schedule type without a value', { scheduleType: 'interval' }, 400, 'scheduleValue'],
    ['another target type without a target', { targetType: 'queue' }, 400, 'targetQueue'],
    ['a queue for a command', { targetQueue: 'jobs' }, 400, 'targetQueue'],
    ['an unknown zone', { timezone: 'x' }, 400, 'timezone'],
    ['a value of another schedule type', { scheduleValue: '15m' }, 422, 'scheduleValue'],
    ['an unknown command', { targetCommand: 'nope' }, 422, 'targetCommand'],
  ])('refuses %s and changes nothing', async (_, changes, expected, field) => {
    const caller = await aTenant();
    const before = await aStoredJob(caller);
    const { status, body } = await caller.api.put(jobsPath, { body: { id: before.id, ...changes } });
    expect(status).toBe(expected);
    expect(body.details).toContainEqual({ field, message: expect.any(String) });
    expect(await findJob(caller, before.id)).toEqual(before);
  });

  it('refuses to overwrite a newer version with If-Match', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    const ifMatch = (revision: number) => ({ headers: { 'if-match': `"${revision}"` } });
    const first = await caller.api.put(jobsPath, { body: { id, name: 'first' }, ...ifMatch(1) });
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    const second = await caller.api.put(jobsPath, { body: { id, name: 'second' }, ...ifMatch(1) });
    expect([second.status, second.body.code]).toEqual([412, 'stale']);
    const third = await caller.api.delete(jobsPath, { body: { id }, ...ifMatch(1) });
    expect(third.status).toBe(412);
    expect((await findJob(caller, id))?.name).toBe('first');
  });

  it('allows users without the rights of a command to change everything but the command', async () => {
    const home = await aTenant();
    const publish = { targetCommand: 'webhooks.publish_event', targetPayload: { type: 'a.b.c', data: {} } };
    const { id } = await aStoredJob(home, aJob(publish));
    const manager = await aKey({ ...home, features: ['scheduler.jobs.*'] });
    await update(manager, { id, name: 'Renamed' });
    const payload = { id, targetPayload: { type: 'a.b.c', data: { total: 1_000_000 } } };
    expect((await manager.api.put(jobsPath, { body: payload })).status).toBe(403);
  });

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
