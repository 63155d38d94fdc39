/** Helpers for tests of scheduled jobs. */
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, inject } from 'vitest';
import { type Message, parseMessage } from '../../../shared/kernel/queues/message.ts';
import type { JobRow } from '../../../shared/modules/scheduler/job.ts';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { findJob as findRow } from '../../../shared/modules/scheduler/job-store.ts';
import { dueMessage } from '../../../shared/modules/scheduler/runs/messages.ts';
import type { Execution, QueueJob } from '../../../shared/modules/scheduler/runs/run-contract.ts';
import type { TestResponse } from '../clients/api.ts';
import { eventually } from '../clients/eventually.ts';
import { during } from '../fault-injection/faults.ts';
import type { TestCaller } from './tenants.ts';

export const jobsPath = '/api/scheduler/jobs';
export const undoPath = `${jobsPath}/undo`;
export const triggerPath = '/api/scheduler/trigger';
export const targetsPath = '/api/scheduler/targets';
export const executionsPath = (id: string): string => `${jobsPath}/${id}/executions`;
export const queueJobPath = (runId: string): string => `/api/scheduler/queue-jobs/${runId}`;

export interface JobPage {
  data: Job[];
  meta: { total: number; pageSize: number; page: number };
}

/** The body of a valid job that runs a command once a year. */
export function aJob(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Yearly greeting',
    scopeType: 'organization',
    scheduleType: 'cron',
    scheduleValue: '0 0 1 1 *',
    targetType: 'command',
    targetCommand: 'scheduler.test.echo',
    targetPayload: { text: 'Happy new year' },
    ...overrides,
  };
}

/** The body of a valid job that sends to the queue `jobs`. */
export function aQueueJob(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return aJob({ targetType: 'queue', targetQueue: 'jobs', targetCommand: undefined, ...overrides });
}

/** Creates a job over HTTP. */
export async function aStoredJob({ api }: Pick<TestCaller, 'api'>, body = aJob()): Promise<Job> {
  const answer = await api.post<Job>(jobsPath, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** The job in the list; undefined when it is not listed. */
export async function findJob({ api }: Pick<TestCaller, 'api'>, id: string): Promise<Job | undefined> {
  const answer = await api.get<JobPage>(`${jobsPath}?id=${id}`);
  expect(answer.status).toBe(200);
  return answer.body.data[0];
}

export interface LocalSchedule {
  name: string;
  group: string;
  expression: string;
  timezone: string;
  enabled: boolean;
  nextAt: string | null;
}

async function control<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${inject('controlUrl')}${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer as T;
}

/** EventBridge's schedules of a job: one, or none if it is disabled or fired by the tick. */
export async function schedulesOf(jobId: string): Promise<LocalSchedule[]> {
  const { schedules } = await control<{ schedules: LocalSchedule[] }>('/schedules');
  return schedules.filter(({ name }) => name.includes(jobId));
}

/** Undoes a job's deletion while its schedules are still being deleted, and waits for both. */
export async function bringBackDuring(caller: TestCaller, id: string, remove: () => Promise<TestResponse>) {
  const fault = {
    effect: 'latency',
    latencyMs: 800,
    service: 'scheduler',
    action: 'DeleteSchedule',
    bodyContains: id,
  } as const;
  await during(fault, async () => {
    const deletion = remove();
    await expect.poll(() => findJob(caller, id), { interval: 20 }).toBeUndefined();
    expect((await caller.api.post(undoPath, { body: { id } })).status).toBe(200);
    expect((await deletion).status).toBe(200);
  });
}

/** Makes the job's schedule due now. */
export async function fire(jobId: string): Promise<void> {
  const { succeeded } = await control<{ succeeded: boolean }>('/schedules/run', { name: `job-${jobId}` });
  expect(succeeded).toBe(true);
}

/** Waits for this number of finished runs of the job, and returns them, latest first. */
export function endedRuns(
  { api }: Pick<TestCaller, 'api'>,
  jobId: string,
  atLeast = 1,
): Promise<Execution[]> {
  const ask = async () => {
    const { body } = await api.get<{ data: Execution[] }>(`${executionsPath(jobId)}?pageSize=100`);
    const ended = body.data.filter(({ completedAt }) => completedAt !== null);
    return ended.length >= atLeast ? ended : undefined;
  };
  return eventually(`${atLeast} runs`, ask);
}

/** Waits until the run has ended. */
export function endedRun({ api }: Pick<TestCaller, 'api'>, runId: string): Promise<QueueJob> {
  const ask = async () => {
    const { status, body } = await api.get<QueueJob>(queueJobPath(runId));
    expect(status).toBe(200);
    return body.finishedOn === null ? undefined : body;
  };
  return eventually('the end of the run', ask);
}

/** Starts a run manually and returns its id. */
export async function trigger({ api }: Pick<TestCaller, 'api'>, jobId: string): Promise<string> {
  const { status, body } = await api.post<{ jobId: string }>(triggerPath, { body: { id: jobId } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.jobId;
}

function connectedSqs(): { sqs: SQSClient; url: (queue: string) => string } {
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, queues } = inject('aws');
  const sqs = new SQSClient({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    useQueueUrlAsEndpoint: false,
  });
  return { sqs, url: (queue) => queues[queue] ?? '' };
}

/** Puts a message into the queue of runs, as EventBridge or a worker does. */
export async function deliver(message: object): Promise<void> {
  const { sqs, url } = connectedSqs();
  await sqs.send(
    new SendMessageCommand({ QueueUrl: url('scheduler-execution'), MessageBody: JSON.stringify(message) }),
  );
  sqs.destroy();
}

/** The job's row. Throws when it does not exist. */
export async function rowOf({ id, tenantId }: Pick<Job, 'id' | 'tenantId'>): Promise<JobRow> {
  const row = await findRow({ tenantId }, id);
  if (row === undefined) throw new Error(`The job ${id} does not exist.`);
  return row;
}

/** EventBridge's message that the job is due at a time. */
export async function dueAt(job: Pick<Job, 'id' | 'tenantId'>, atMs: number): Promise<object> {
  return dueMessage(await rowOf(job), new Date(atMs).toISOString());
}

/** Waits for this number of the job's messages in the queue `jobs`. Other readers must not use that queue. */
export async function messagesFor(jobId: string, atLeast = 1): Promise<Message[]> {
  const { sqs, url } = connectedSqs();
  const found: Message[] = [];
  try {
    await eventually(`${atLeast} messages in the queue`, async () => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: url('jobs'), MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }),
      );
      // Other tests leave messages there, including unreadable ones.
      const bodies = Messages.flatMap(({ Body = '' }) => (Body.includes(jobId) ? [Body] : []));
      found.push(...bodies.map((body) => parseMessage(body)).filter(({ job }) => job?.id === jobId));
      return found.length >= atLeast ? found : undefined;
    });
  } finally {
    sqs.destroy();
  }
  return found;
}

/** Types of the tenant's run events, in the order of their transactions. */
export async function told(eventsSince: () => Promise<{ type: string }[]>): Promise<string[]> {
  const types = (await eventsSince()).map(({ type }) => type);
  return types.filter((type) => /started|completed|failed|skipped/.test(type)).map((type) => type.slice(14));
}
