import { randomUUID } from 'node:crypto';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { functionName } from '../../../lib/aws/names.ts';
import { connectSchedules } from '../../../shared/kernel/schedules/client.ts';
import { deleteSchedule, getSchedule, putSchedule } from '../../../shared/kernel/schedules/schedules.ts';
import { usageKey, usageShards } from '../../../shared/kernel/table/keys.ts';
import { batchGet } from '../../../shared/kernel/table/read.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import {
  deleteOrganization,
  unrestricted,
} from '../../../shared/modules/identity/directory/organization-service.ts';
import { toSchedule } from '../../../shared/modules/scheduler/job-schedules.ts';
import { findJob as findRow } from '../../../shared/modules/scheduler/job-store.ts';
import { jobKey, jobUsagePartition } from '../../../shared/modules/scheduler/keys.ts';
import {
  aJob,
  aStoredJob,
  endedRuns,
  findJob,
  fire,
  jobsPath,
  rowOf,
  schedulesOf,
} from '../../support/builders/scheduler.ts';
import { aSibling, asTest, aTenant } from '../../support/builders/tenants.ts';
import { silently } from '../../support/clients/silence.ts';

const group = 'platform-modules-local-dynamic';

/** A time zone that the platform knows and EventBridge does not, as after an update of the time zone database. */
const newZone = 'Pacific/Kanton';

beforeAll(() => {
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, queues } = inject('aws');
  const account = '000000000000';
  const client = new SchedulerClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  client.middlewareStack.add(
    (next) => (args) => {
      if (!JSON.stringify(args.input).includes(newZone)) return next(args);
      throw Object.assign(new Error('The time zone is unknown.'), { name: 'ValidationException' });
    },
    { step: 'initialize' },
  );
  connectSchedules({
    client,
    group,
    roleArn: `arn:aws:iam::${account}:role/platform-modules-local-schedules-${region}`,
    queueArnPrefix: `arn:aws:sqs:${region}:${account}:${String(queues.jobs).split('/').at(-1)?.replace('jobs', '')}`,
  });
});

const expressionsOf = async (id: string) =>
  (await schedulesOf(id)).map(({ expression, timezone }) => `${expression} ${timezone}`);

/** Runs the daily repair now. */
async function reconcile(): Promise<void> {
  const name = functionName('local', 'scheduler', 'reconcileSchedules');
  const body = JSON.stringify({ name });
  const response = await fetch(`${inject('controlUrl')}/schedules/run`, { method: 'POST', body });
  expect(await response.json()).toEqual({ succeeded: true });
}

describe('the schedule of a job', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['a cron expression', { scheduleValue: '*/5 9-17 * * MON-FRI' }, ['cron(0/5 9-17 ? * 2-6 *) UTC']],
    ['one with a time zone', { timezone: 'Europe/Paris' }, ['cron(0 0 1 1 ? *) Europe/Paris']],
    ['one that restricts both days', { scheduleValue: '0 0 1,15 * 5' }, []],
    ['minutes', { scheduleType: 'interval', scheduleValue: '15m' }, ['rate(15 minutes) UTC']],
    ['an odd number of seconds', { scheduleType: 'interval', scheduleValue: '900001s' }, []],
  ])('for %s', async (_, overrides, expected) => {
    const { id } = await aStoredJob(await aTenant(), aJob(overrides));
    expect(await expressionsOf(id)).toEqual(expected);
  });

  it('follows when several jobs are enabled or disabled, and is repaired when that is repeated', async () => {
    const caller = await aTenant();
    const bodies = [aJob(), aJob({ scheduleType: 'interval', scheduleValue: '90m' })];
    const ids: string[] = [];
    for (const body of bodies) ids.push((await aStoredJob(caller, { ...body, isEnabled: false })).id);
    const arrange = async (isEnabled: boolean) => {
      const { status } = await caller.api.post(`${jobsPath}/bulk-update`, { body: { ids, isEnabled } });
      expect(status).toBe(200);
      return (await Promise.all(ids.map(expressionsOf))).flat();
    };
    const expected = ['cron(0 0 1 1 ? *) UTC', 'rate(90 minutes) UTC'];
    expect(await arrange(true)).toEqual(expected);
    expect(await arrange(true)).toEqual(expected);
    expect(await arrange(false)).toEqual([]);
  });

  it('counts an interval from its last change, like the next run', async () => {
    const caller = await aTenant();
    const body = aJob({ scheduleType: 'interval', scheduleValue: '2h' });
    const { id, nextRunAt } = await aStoredJob(caller, body);
    expect((await schedulesOf(id))[0]?.nextAt).toBe(nextRunAt);
  });

  it('exists while the job is enabled, and changes with it', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller, aJob({ isEnabled: false }));
    expect(await expressionsOf(id)).toEqual([]);
    const put = (changes: object) => caller.api.put(jobsPath, { body: { id, ...changes } });
    await put({ isEnabled: true });
    expect(await expressionsOf(id)).toEqual(['cron(0 0 1 1 ? *) UTC']);
    await put({ scheduleValue: '0 0 1 1 5' });
    expect(await expressionsOf(id)).toEqual([]);
    await put({ scheduleValue: '0 0 2 1 *', timezone: 'Asia/Kolkata' });
    expect(await expressionsOf(id)).toEqual(['cron(0 0 2 1 ? *) Asia/Kolkata']);
    await put({ isEnabled: false });
    expect(await expressionsOf(id)).toEqual([]);
  });

  it('stays, like the job, when EventBridge refuses a change', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller);
    const { status, body } = await caller.api.put(jobsPath, { body: { id: job.id, timezone: newZone } });
    expect([status, body.code]).toEqual([422, 'invalid_schedule']);
    expect(await findJob(caller, job.id)).toEqual({ ...job, updatedAt: expect.any(String) });
    await fire(job.id);
    expect((await endedRuns(caller, job.id))[0]?.state).toBe('completed');
  });

  it('is not created, and the job stays disabled, when EventBridge refuses it', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller, aJob({ isEnabled: false, timezone: newZone }));
    const ids = { ids: [id], isEnabled: true };
    const { body } = await caller.api.post(`${jobsPath}/bulk-update`, { body: ids });
    expect(body).toMatchObject({ failed: 1, results: [{ code: 'invalid_schedule' }] });
    expect(await findJob(caller, id)).toMatchObject({ isEnabled: false, nextRunAt: null });
  });
});

const daily = { expression: 'cron(0 7 * * ? *)', timezone: 'UTC' };

describe('the repair', () => {
  it('creates missing schedules, repairs outdated ones, and updates next runs', async () => {
    const caller = await aTenant();
    const [missing, late] = [await aStoredJob(caller), await aStoredJob(caller)];
    const outdated = await aStoredJob(caller, aJob({ scheduleValue: '0 0 * 1 5' }));
    await deleteSchedule(`job-${missing.id}`);
    await putSchedule(toSchedule(await rowOf(outdated), daily));
    await updateItem({
      Key: jobKey(caller, late.id),
      UpdateExpression: 'SET nextRunAtMs = :then',
      ExpressionAttributeValues: { ':then': Date.now() - 86_400_000 },
    });
    await reconcile();
    expect(await expressionsOf(missing.id)).toEqual(['cron(0 0 1 1 ? *) UTC']);
    expect(await expressionsOf(outdated.id)).toEqual(['cron(0 0 ? 1 6 *) UTC']);
    expect(await findJob(caller, late.id)).toEqual(late);
  });

  it('deletes jobs of deleted organizations, which no longer count in their tenant', async () => {
    const caller = await aTenant();
    const sibling = await aSibling(caller);
    const [kept, orphan] = [await aStoredJob(caller), await aStoredJob(sibling)];
    const { tenantId, organizationId } = sibling;
    const manager = { scope: { tenantId }, principal: unrestricted, context: asTest() };
    await silently(() => deleteOrganization(manager, { id: organizationId }));
    await reconcile();
    expect(await findRow({ tenantId }, orphan.id)).toBeUndefined();
    expect(await schedulesOf(orphan.id)).toEqual([]);
    expect(await findJob(caller, kept.id)).toEqual(kept);
    const partition = jobUsagePartition(tenantId);
    const shards = Array.from({ length: usageShards }, (_, shard) => usageKey(partition, shard));
    expect((await batchGet(shards)).reduce((sum, { n }) => sum + Number(n), 0)).toBe(1);
  });

  it('removes unused schedules, but not those being created', async () => {
    const caller = await aTenant();
    const job = await rowOf(await aStoredJob(caller));
    const ticked = await rowOf(await aStoredJob(caller, aJob({ scheduleValue: '0 0 1 1 5' })));
    const longAgo = 'Made at 2026-01-01T00:00:00.000Z';
    const orphan = toSchedule({ ...job, id: randomUUID() }, daily);
    const fresh = toSchedule({ ...job, id: randomUUID() }, daily);
    const former = toSchedule(ticked, daily);
    for (const schedule of [{ ...orphan, description: longAgo }, fresh, former]) await putSchedule(schedule);
    await reconcile();
    expect(await getSchedule(orphan.name)).toBeUndefined();
    expect(await getSchedule(former.name)).toBeUndefined();
    expect(await getSchedule(fresh.name)).toBeDefined();
    expect(await expressionsOf(job.id)).toEqual(['cron(0 0 1 1 ? *) UTC']);
    await deleteSchedule(fresh.name);
  });
});
