/** Runs of several tenants in one batch, one of which fails. */
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as execute } from '../../../functions/scheduler/execute-jobs.queue.ts';
import { runDependencies } from '../../../shared/catalog/run-dependencies.ts';
import { StaleError, UnavailableError } from '../../../shared/kernel/errors/errors.ts';
import { connectSchedules } from '../../../shared/kernel/schedules/client.ts';
import { hourlySeries } from '../../../shared/kernel/table/counts.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { organizationKey, tenantKey } from '../../../shared/kernel/table/keys.ts';
import type { JobRow } from '../../../shared/modules/scheduler/job.ts';
import { startFiring } from '../../../shared/modules/scheduler/job-schedules.ts';
import { runKey } from '../../../shared/modules/scheduler/keys.ts';
import { runLimits } from '../../../shared/modules/scheduler/limits.ts';
import { handleMessage } from '../../../shared/modules/scheduler/runs/execute.ts';
import { dueMessage } from '../../../shared/modules/scheduler/runs/messages.ts';
import { newRun, type RunRow, startedRow } from '../../../shared/modules/scheduler/runs/run.ts';
import { aJobRow, jobItem } from '../../support/builders/job-rows.ts';
import { mockQueues } from '../../support/fault-injection/mock-queues.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';
import { aRecord } from '../../support/runtime/messages.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const { sqs, sent } = mockQueues('jobs', 'scheduler-execution');

const dueMs = Math.floor(Date.now() / 60_000) * 60_000;
const idOf = (index: number) => `${index.toString(16).padStart(8, '0')}-9d2f-4c0e-8f5e-2f3f0c1f7a10`;

const aJob = (index: number, target: Pick<JobRow, 'targetType' | 'targetQueue' | 'targetCommand'>) =>
  aJobRow({ id: idOf(index), tenantId: `tenant-${index}`, nextRunAtMs: dueMs + 60_000, ...target });

const toQueue = { targetType: 'queue', targetQueue: 'jobs', targetCommand: null } as const;
const toEcho = { targetType: 'command', targetQueue: null, targetCommand: 'scheduler.test.echo' } as const;

function itemsOf(job: JobRow, run?: RunRow) {
  const { id, tenantId, organizationId } = job;
  if (tenantId === null || organizationId === null) throw new Error('The job has no organization.');
  const items = [
    jobItem(job),
    { ...tenantKey({ tenantId }), isActive: true },
    { ...organizationKey({ tenantId }, organizationId), isActive: true },
  ];
  if (run === undefined) return items;
  const item = toItem(runKey({ tenantId }, id, dueMs, ''), 'job_run', run, { revision: run.revision });
  return [...items, { ...item, ttl: run.ttl }];
}

/** A run whose workers crashed in this number of attempts. */
function afterAttempts(job: JobRow, count: number): RunRow {
  let run = newRun(job, { jobId: job.id, atMs: dueMs, suffix: '' }, 'waiting', null, dueMs);
  for (let attempt = 0; attempt < count; attempt += 1) run = startedRow(run, job, dueMs - 3_600_000);
  return run;
}

const messageFor = (job: JobRow) => dueMessage(job, new Date(dueMs).toISOString());
const ends = (written: readonly string[], id: string, state: string) =>
  written.filter((request) => request.includes(`"${id}-${dueMs}"`) && request.includes(`"${state}"`));

const recordOf = (job: JobRow) => aRecord(job.id, messageFor(job));

describe('runs of several tenants in one batch', () => {
  it.each([
    ['sent to a queue', toQueue],
    ['run as a command', toEcho],
  ])('are completed independently if one cannot be completed (%s)', async (_, target) => {
    const jobs = [1, 2, 3].map((index) => aJob(index, target));
    const poisonedId = idOf(1);
    const table = aPoisonTable(
      jobs.flatMap((job) => itemsOf(job)),
      (request) => request.includes(poisonedId) && request.includes('"completed"'),
    );
    expect(await execute({ Records: jobs.map(recordOf) })).toEqual({ batchItemFailures: [] });
    for (const id of [idOf(2), idOf(3)]) expect(ends(table.written(), id, 'completed')).toHaveLength(1);
    // A result that cannot be stored fails the run, and not its worker.
    expect(ends(table.written(), poisonedId, 'failed')).toHaveLength(1);
  });

  it('are counted in one request per tenant', async () => {
    const jobs = [1, 2, 3].map((index) => ({
      ...aJob(index, toQueue),
      ...{ tenantId: `tenant-${index % 2}`, organizationId: 'organization' },
    }));
    const table = aPoisonTable(jobs.flatMap((job) => itemsOf(job)));
    await execute({ Records: jobs.map(recordOf) });
    const counts = table.written().filter((request) => request.includes(hourlySeries.jobRuns));
    expect(counts).toHaveLength(2);
    expect(counts.find((request) => request.includes('tenant-1#'))).toMatch(
      /"ExpressionAttributeValues":\{[^}]*:2[,}]/,
    );
  });
});

describe('a run whose workers crashed', () => {
  it('fails with the reason after its last attempt', async () => {
    const job = aJob(1, toEcho);
    const run = afterAttempts(job, runLimits.attempts);
    const table = aPoisonTable(itemsOf(job, run));
    await handleMessage(messageFor(job), runDependencies);
    const [end = ''] = ends(table.written(), job.id, 'failed');
    expect(end).toContain('The worker was stopped before the attempt ended.');
    expect(run.trace?.split('\n')).toHaveLength(runLimits.attempts - 1);
  });
});

describe('a run that sends a message while AWS is overloaded', () => {
  const job = aJob(1, toQueue);
  const overloaded = Object.assign(new Error('The response came too late.'), { name: 'TimeoutError' });

  it('is not failed when the last of its attempts gets no response from the queue', async () => {
    const run = { ...afterAttempts(job, runLimits.attempts - 1), state: 'delayed' as const };
    sqs.on(SendMessageBatchCommand).rejects(overloaded);
    const table = aPoisonTable(itemsOf(job, run));
    await expect(handleMessage(messageFor(job), runDependencies)).rejects.toThrow(overloaded);
    expect(ends(table.written(), job.id, 'failed')).toEqual([]);
  });

  it('completes late when the end of none of its attempts could be written', async () => {
    const table = aPoisonTable(itemsOf(job, afterAttempts(job, runLimits.attempts)));
    await handleMessage(messageFor(job), runDependencies);
    expect(ends(table.written(), job.id, 'completed')).toHaveLength(1);
    expect(ends(table.written(), job.id, 'failed')).toEqual([]);
  });

  it('gives the message back while the end cannot be written', async () => {
    const table = aPoisonTable(itemsOf(job), (request) => request.includes('"completed"'), overloaded);
    await expect(handleMessage(messageFor(job), runDependencies)).rejects.toThrow(overloaded);
    expect(ends(table.written(), job.id, 'failed')).toEqual([]);
  });
});

describe('a run of a job that was deleted', () => {
  const job = aJob(1, toQueue);
  const deleted = { ...job, deletedAtMs: Date.now() };

  it('fails if its worker was stopped', async () => {
    const table = aPoisonTable(itemsOf(deleted, afterAttempts(job, 1)));
    await handleMessage(messageFor(job), runDependencies);
    const [end = ''] = ends(table.written(), job.id, 'failed');
    expect(end).toContain('The worker was stopped before the attempt ended.');
    expect(sent()).toEqual([]);
  });

  it('is left to its worker while that may be running', async () => {
    const table = aPoisonTable(itemsOf(deleted, startedRow(afterAttempts(job, 0), job, Date.now())));
    const handled = handleMessage(messageFor(job), runDependencies);
    await expect(handled).rejects.toThrow('Another worker has the run.');
    expect(table.written()).toEqual([]);
  });
});

describe('a job that is created while the table fails', () => {
  const schedule = new SchedulerClient({ region: 'us-east-1' });
  const scheduler = mockClient(schedule);
  const names = () => scheduler.calls().map(({ args: [command] }) => command.constructor.name);
  beforeEach(() => {
    scheduler.reset();
    scheduler.onAnyCommand().resolves({});
    const queueArnPrefix = 'arn:aws:sqs:us-east-1:000000000000:';
    connectSchedules({ client: schedule, group: 'jobs', roleArn: 'arn:aws:iam::0:role/r', queueArnPrefix });
  });
  const job = aJob(1, toQueue);
  const failing = (error: Error) => () => Promise.reject(error);

  it('keeps its schedule if it was stored although the response was lost', async () => {
    aPoisonTable(itemsOf(job));
    await startFiring(job, failing(new UnavailableError()), dueMs);
    expect(names()).not.toContain('DeleteScheduleCommand');
  });

  it('loses it if it was not stored', async () => {
    for (const error of [new UnavailableError(), new StaleError()]) {
      scheduler.resetHistory();
      aPoisonTable();
      await expect(startFiring(job, failing(error), dueMs)).rejects.toBe(error);
      expect(names()).toContain('DeleteScheduleCommand');
    }
  });

  it('keeps it if the job cannot be read: without a job they have no effect', async () => {
    aPoisonTable([], () => true);
    await expect(startFiring(job, failing(new UnavailableError()), dueMs)).rejects.toThrow();
    expect(names()).not.toContain('DeleteScheduleCommand');
  });
});
