import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { transact, updateItem } from '../../../shared/kernel/table/write.ts';
import { runKey } from '../../../shared/modules/scheduler/keys.ts';
import { runMessage } from '../../../shared/modules/scheduler/runs/messages.ts';
import { locationOfRun, newRun, startedRow } from '../../../shared/modules/scheduler/runs/run.ts';
import type { QueueJob } from '../../../shared/modules/scheduler/runs/run-contract.ts';
import {
  findRun,
  insertRun,
  removeRun,
  replaceWrite,
} from '../../../shared/modules/scheduler/runs/run-store.ts';
import {
  aJob,
  aQueueJob,
  aStoredJob,
  deliver,
  dueAt,
  endedRun,
  endedRuns,
  executionsPath,
  findJob,
  fire,
  jobsPath,
  messagesFor,
  queueJobPath,
  rowOf,
  told,
  trigger,
  triggerPath,
} from '../../support/builders/scheduler.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { during } from '../../support/fault-injection/faults.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a run of a queue', () => {
  it('sends the payload in an envelope with scope and idempotency key', async () => {
    const caller = await aTenant();
    const targetPayload = { report: 'totals', tenantId: 'forged' };
    const job = await aStoredJob(caller, aQueueJob({ targetPayload }));
    const eventsSince = await watchEvents(caller.tenantId);
    await fire(job.id);
    const [run] = await endedRuns(caller, job.id);
    expect(run?.result).toEqual({ queue: 'jobs', messageId: run?.id });
    const { tenantId, organizationId } = caller;
    expect(await messagesFor(job.id)).toEqual([
      {
        ...{ v: 1, id: run?.id, type: 'scheduler.job.due', tenantId, organizationId },
        ...{ idempotencyKey: `scheduler-${run?.id}`, occurredAt: run?.scheduledAt, data: targetPayload },
        job: { id: job.id, name: job.name, triggerType: 'scheduled' },
      },
    ]);
    const [started, completed] = await eventsSince();
    expect(started?.type).toBe('scheduler.job.started');
    expect(completed?.data).toMatchObject({ queueName: 'jobs', commandId: null, commandResult: null });
  });

  it('is retried with backoff and the same key, until it succeeds', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller, aQueueJob());
    const eventsSince = await watchEvents(caller.tenantId);
    const name = `unlucky ${randomUUID()}`;
    await caller.api.put(jobsPath, { body: { id: job.id, name } });
    // Until the first attempt has failed; parallel work affects the number of requests.
    const fault = { effect: 'error', service: 'sqs', bodyContains: name } as const;
    const first = /^Attempt 1, .*: An unexpected error occurred/;
    const runId = await during(fault, async () => {
      const id = await trigger(caller, job.id);
      return eventually('a failed attempt', async () => {
        const { body } = await caller.api.get<QueueJob>(queueJobPath(id));
        return first.test(body.stacktrace ?? '') ? id : undefined;
      });
    });
    const run = await endedRun(caller, runId);
    expect(run).toMatchObject({ state: 'completed', error: null, stacktrace: expect.stringMatching(first) });
    expect(run.attemptsMade).toBeGreaterThan(1);
    const starts = Array(run.attemptsMade).fill('started');
    expect(await told(eventsSince)).toEqual([...starts, 'completed']);
    expect(await messagesFor(job.id)).toHaveLength(1);
  });
});

describe('in all cases', () => {
  it('a scheduled time is run once, also for repeated messages', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller);
    const message = await dueAt(job, Date.now());
    await Promise.all(Array.from({ length: 8 }, () => deliver(message)));
    await endedRuns(caller, job.id);
    const later = await dueAt(job, Date.now() + 1_000);
    await deliver(later);
    await endedRuns(caller, job.id, 2);
    const { body } = await caller.api.get<{ meta: { total: number } }>(executionsPath(job.id));
    expect(body.meta).toEqual({ total: 2, totalIsExact: true, pageSize: 20, page: 1 });
  });

  it('messages for outdated times of a job are ignored', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller);
    const outdated = await dueAt(job, Date.now());
    await caller.api.put(jobsPath, { body: { id: job.id, scheduleValue: '0 0 2 1 *' } });
    await deliver(outdated);
    const current = await dueAt(job, Date.now() + 1_000);
    await caller.api.put(jobsPath, { body: { id: job.id, isEnabled: false } });
    await deliver(current);
    const gone = await aStoredJob(caller);
    const late = await dueAt(gone, Date.now());
    await caller.api.delete(jobsPath, { body: { id: gone.id } });
    await deliver(late);
    await deliver({ ...late, type: 'scheduler.unheard' });
    // Messages are handled roughly in order: after a later one has had its effect, these had theirs.
    const other = await aStoredJob(caller);
    await endedRun(caller, await trigger(caller, other.id));
    const { scheduledTime } = (late as { data: { scheduledTime: string } }).data;
    for (const { id } of [job, gone]) {
      const location = locationOfRun(`${id}-${Date.parse(scheduledTime)}`);
      expect(location && (await findRun(caller, location, Date.now()))).toBeUndefined();
    }
    const { body } = await caller.api.get<{ meta: { total: number } }>(executionsPath(job.id));
    expect(body.meta.total).toBe(0);
  });

  it('a planned run is not removed after a worker has started it', async () => {
    const job = await rowOf(await aStoredJob(await aTenant()));
    const [nowMs, location] = [Date.now(), { jobId: job.id, atMs: Date.now(), suffix: '' }];
    const planned = newRun(job, location, 'delayed', null, nowMs);
    const started = startedRow(planned, job, nowMs);
    await insertRun(planned);
    await transact([replaceWrite(planned, started)]);
    await removeRun(planned);
    expect(await findRun(job, location, nowMs)).toEqual(started);
    await removeRun(started);
    expect(await findRun(job, location, nowMs)).toBeUndefined();
  });

  it('the next run never moves to an earlier time, in any order of claims', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller, aJob({ scheduleValue: '* * * * *' }));
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const times = [3, 1, 2].map((minutes) => minute + minutes * 60_000);
    for (const atMs of times) await deliver(await dueAt(job, atMs));
    await endedRuns(caller, job.id, 3);
    expect((await findJob(caller, job.id))?.nextRunAt).toBe(new Date(minute + 240_000).toISOString());
  });

  it('a run whose worker died is restarted after its lease expires', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller);
    const runId = await trigger(caller, job.id);
    const run = await endedRun(caller, runId);
    const location = locationOfRun(run.id);
    if (location === undefined) throw new Error('no location');
    // Simulates a worker killed during the run.
    await updateItem({
      Key: runKey(caller, location.jobId, location.atMs, location.suffix),
      UpdateExpression: 'SET #state = :active, leaseUntilMs = :past, finishedAtMs = :null',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':active': 'active', ':past': Date.now() - 1, ':null': null },
    });
    await deliver(runMessage(await rowOf(job), runId));
    expect(await endedRun(caller, runId)).toMatchObject({ state: 'completed', attemptsMade: 2 });
  });
});

describe('POST /api/scheduler/trigger', () => {
  it('returns 422 for a disabled job, 400 without an id', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller, aJob({ isEnabled: false }));
    const off = await caller.api.post(triggerPath, { body: { id } });
    expect([off.status, off.body.code]).toEqual([422, 'job_disabled']);
    const missing = await caller.api.post(triggerPath, { body: {} });
    expect([missing.status, missing.body.details]).toEqual([400, [{ field: 'id', message: 'is required' }]]);
  });

  it('accepts ten per minute and job, and then returns Retry-After', async () => {
    const caller = await aTenant();
    const [job, other] = [await aStoredJob(caller), await aStoredJob(caller)];
    // More requests than two windows allow, so that at least one is refused.
    const ask = () => caller.api.post(triggerPath, { body: { id: job.id } });
    const answers = await Promise.all(Array.from({ length: 21 }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers.every(({ status }) => [200, 429].includes(status))).toBe(true);
    await trigger(caller, other.id);
  });

  it('leaves nothing behind if the queue is not reachable', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    const fault = { effect: 'error', service: 'sqs', bodyContains: id } as const;
    const { status } = await during(fault, () => caller.api.post(triggerPath, { body: { id } }));
    expect(status).toBe(503);
    const { body } = await caller.api.get<{ meta: { total: number } }>(executionsPath(id));
    expect(body.meta.total).toBe(0);
  });
});

describe('the history', () => {
  it('lists the latest runs first, in pages, by state and by trigger', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller);
    // All after the run that is started now, also if a minute ends meanwhile.
    const times = [61, 62, 63].map((minutes) => Math.floor(Date.now() / 60_000) * 60_000 + minutes * 60_000);
    for (const atMs of times) await deliver(await dueAt(job, atMs));
    const manual = await trigger(caller, job.id);
    await endedRuns(caller, job.id, 4);
    const ids = async (query: string) => {
      const { status, body } = await caller.api.get<{ data: { id: string }[]; meta: { total: number } }>(
        `${executionsPath(job.id)}?${query}`,
      );
      expect(status).toBe(200);
      return [body.meta.total, ...body.data.map(({ id }) => id)];
    };
    const scheduled = times.toReversed().map((atMs) => `${job.id}-${atMs}`);
    expect(await ids('')).toEqual([4, ...scheduled, manual]);
    expect(await ids('pageSize=2&page=2')).toEqual([4, scheduled[2], manual]);
    expect(await ids('triggerType=manual')).toEqual([1, manual]);
    expect(await ids('state=failed')).toEqual([0]);
    for (const query of ['page=0', 'pageSize=101', 'state=x', 'triggerType=x']) {
      expect((await caller.api.get(`${executionsPath(job.id)}?${query}`)).status).toBe(400);
    }
  });
});
