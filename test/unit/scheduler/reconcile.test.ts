/** The daily repair of schedules, while some of the jobs or schedules cannot be read. */
import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectSchedules } from '../../../shared/kernel/schedules/client.ts';
import { jobDueKey, scheduledKey } from '../../../shared/modules/scheduler/keys.ts';
import { reconcile } from '../../../shared/modules/scheduler/reconcile.ts';
import { aJobRow, jobItem } from '../../support/builders/job-rows.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const client = new SchedulerClient({ region: 'us-east-1' });
const scheduler = mockClient(client);
const missing = Object.assign(new Error('There is no such schedule.'), { name: 'ResourceNotFoundException' });
beforeEach(() => {
  scheduler.reset();
  scheduler.on(GetScheduleCommand).rejects(missing);
  scheduler.on(ListSchedulesCommand).resolves({ Schedules: [] });
  scheduler.on(CreateScheduleCommand).resolves({});
  scheduler.on(DeleteScheduleCommand).resolves({});
  const names = { group: 'group', roleArn: 'arn:aws:iam::0:role/r', queueArnPrefix: 'arn:aws:sqs:a:0:' };
  connectSchedules({ client, ...names });
});

/** Jobs of several tenants, two in each of five partitions. Their schedules are missing. */
const jobs = Array.from({ length: 10 }, (_, index) =>
  aJobRow({
    id: `0${index % 5}00000${index}-9d2f-4c0e-8f5e-2f3f0c1f7a10`,
    tenantId: `${index}-tenant`,
    organizationId: null,
    nextRunAtMs: Date.now() + 60_000,
  }),
);
const [bad] = jobs;
if (bad === undefined) throw new Error('There is no job.');
const others = jobs.filter((job) => job !== bad);
const locators = jobs.map(({ tenantId, id }) => ({ ...scheduledKey({ tenantId }, id), tenantId, id }));

const idsRepaired = () =>
  scheduler.commandCalls(CreateScheduleCommand).map(({ args: [{ input }] }) => input.Name?.slice(-36));
const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).toSorted();
const inTime = { deadlineMs: Date.now() + 60_000 };

describe('the daily repair of schedules', () => {
  it('repairs the schedules of all other jobs if one job cannot be read', async () => {
    const items = jobs.map((job) => ({ ...jobItem(job), ...(job === bad && { entity: 'another entity' }) }));
    aPoisonTable([...locators, ...items]);
    expect(await reconcile(inTime)).toMatchObject({ jobs: 9, repaired: 9, failed: 1, finished: true });
    expect(idsRepaired().toSorted()).toEqual(idsOf(others));
  });

  it('repairs those of other pages if a page of jobs cannot be read, and fails at the end', async () => {
    aPoisonTable([...locators, ...jobs.map(jobItem)], (request) =>
      // The read of the page with the job.
      request.includes(`TENANT#${bad.tenantId}#`),
    );
    scheduler.on(ListSchedulesCommand).resolves({ Schedules: [{ Name: 'orphan' }] });
    await expect(reconcile(inTime)).rejects.toThrow('The key is too long.');
    const beside = others.filter(({ id }) => id.slice(0, 2) !== bad.id.slice(0, 2));
    // A sweep starts at a random key, so the other job of that partition may be on another page.
    expect(idsRepaired()).toEqual(expect.arrayContaining(idsOf(beside)));
    expect(idsRepaired()).not.toContain(bad.id);
    expect(scheduler.commandCalls(ListSchedulesCommand)).toHaveLength(1);
  });

  it('repairs those of other partitions if a partition cannot be read, and fails at the end', async () => {
    const { pk } = scheduledKey(bad, bad.id);
    aPoisonTable([...locators, ...jobs.map(jobItem)], (request) => request.includes(`"${pk}"`));
    await expect(reconcile(inTime)).rejects.toThrow('The key is too long.');
    expect(idsRepaired()).toHaveLength(8);
  });

  it('repairs all jobs if the schedules cannot be listed, and fails at the end', async () => {
    aPoisonTable([...locators, ...jobs.map(jobItem)]);
    scheduler.on(ListSchedulesCommand).rejects(new Error('The token is wrong.'));
    await expect(reconcile(inTime)).rejects.toThrow('The token is wrong.');
    expect(idsRepaired()).toHaveLength(10);
  });

  it('lets the tick find a job that it fires, and deletes its schedule', async () => {
    const job = { ...bad, scheduleValue: '90s' };
    const table = aPoisonTable([...locators, jobItem(job)]);
    const Name = `job-${job.id}`;
    scheduler.on(ListSchedulesCommand).resolves({ Schedules: [{ Name }] });
    scheduler.on(GetScheduleCommand).resolves({
      ...{ Name, ScheduleExpression: 'rate(1 minute)', Description: 'Made at 2026-01-01T00:00:00.000Z' },
      Target: { Arn: 'arn', RoleArn: 'arn', Input: JSON.stringify({ tenantId: job.tenantId }) },
    });
    expect(await reconcile(inTime)).toMatchObject({ jobs: 1, repaired: 0, removed: 1, failed: 0 });
    const { pk, sk } = jobDueKey(job, job.id, Number(job.nextRunAtMs));
    expect(table.written().filter((request) => request.includes(pk) && request.includes(sk))).toHaveLength(1);
  });

  it('reports that it did not complete before its deadline', async () => {
    aPoisonTable([...locators, ...jobs.map(jobItem)]);
    expect(await reconcile({ deadlineMs: 0 })).toMatchObject({ jobs: 0, finished: false });
  });
});
