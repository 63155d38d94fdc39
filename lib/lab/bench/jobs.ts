/** Scheduled jobs for benches, created by the product's own functions, and their firings. */
import { randomUUID } from 'node:crypto';
import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { parseMessage } from '../../../shared/kernel/queues/message.ts';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import { type JobRow, newJob } from '../../../shared/modules/scheduler/job.ts';
import { jobExample } from '../../../shared/modules/scheduler/job-contract.ts';
import { CreateJob } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { insertWrites } from '../../../shared/modules/scheduler/job-store.ts';
import { dueMessage } from '../../../shared/modules/scheduler/runs/messages.ts';
import { functionName } from '../../aws/names.ts';
import type { BenchCaller, Platform } from './platform.ts';
import { seed } from './seed.ts';
import { settledCalls } from './settled-calls.ts';
import { increases } from './statistics.ts';

/** Far enough in the future that no clean-up changes the next run. */
const dueAtMs = Date.UTC(2030, 0, 1);

/** The documented example with its own id. */
function aJob({ tenantId, organizationId }: RowScope): JobRow {
  const principal = {
    subject: 'system:bench',
    tenantId,
    organizationId,
    organizationIds: null,
    features: ['*'],
    isSuperAdmin: false,
  };
  const place = { tenantId, organizationId, scopeType: 'organization' } as const;
  const input = z.parse(CreateJob, jobExample);
  const job = newJob(randomUUID(), place, input, 'Europe/Paris', { principal, nowMs: Date.now() });
  return { ...job, nextRunAtMs: dueAtMs };
}

/** Writes this number of enabled jobs without schedules into an organization, and returns them. */
async function seedJobs(scope: RowScope, count: number): Promise<JobRow[]> {
  const jobs = Array.from({ length: count }, () => aJob(scope));
  const context = { principal: { subject: 'system:bench' }, nowMs: Date.now() };
  await seed(count, (number) => {
    const job = jobs[number - 1];
    return job === undefined ? [] : insertWrites(job, context);
  });
  return jobs;
}

export interface Firing {
  /** Per job: time from its message in the queue of runs to the target's message. */
  latenciesMs: number[];
  /** By function and action. */
  calls: Record<string, number>;
}

const functions = [
  functionName('local', 'scheduler', 'executeJobs'),
  functionName('local', 'events', 'publish'),
];

/** Sends every job's message as EventBridge would, and returns when each was sent. */
async function sendDue(
  sqs: SQSClient,
  QueueUrl: string,
  jobs: readonly JobRow[],
): Promise<Map<string, number>> {
  const sentAtMs = new Map<string, number>();
  const time = new Date(dueAtMs).toISOString();
  for (let start = 0; start < jobs.length; start += 10) {
    const batch = jobs.slice(start, start + 10);
    const Entries = batch.map((job, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(dueMessage(job, time)),
    }));
    for (const { id } of batch) sentAtMs.set(id, Date.now());
    await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  }
  return sentAtMs;
}

/** Time at which the target queue got each job's message, by the queue's own clock. */
async function receiveAll(sqs: SQSClient, QueueUrl: string, count: number): Promise<Map<string, number>> {
  const arrivedAtMs = new Map<string, number>();
  const deadlineMs = Date.now() + 120_000;
  while (arrivedAtMs.size < count) {
    if (Date.now() > deadlineMs) throw new Error(`Only ${arrivedAtMs.size} of ${count} messages arrived.`);
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ['SentTimestamp'],
      }),
    );
    if (Messages.length === 0) continue;
    for (const { Body = '', Attributes } of Messages) {
      const { job } = parseMessage(Body);
      if (job !== undefined) arrivedAtMs.set(job.id, Number(Attributes?.SentTimestamp));
    }
    const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  }
  return arrivedAtMs;
}

/** The queues of messages that jobs are due: of the platform, and of the bare process, which nothing else reads. */
export const dueQueues = { ours: 'scheduler-execution', bare: 'jobs-dlq' } as const;

/** Makes this number of jobs due at once, for the side that reads the queue. */
export async function fireAll(
  platform: Platform,
  caller: BenchCaller,
  count: number,
  side: keyof typeof dueQueues,
): Promise<Firing> {
  const jobs = await seedJobs(caller, count);
  const { sqs, queueUrl } = platform.queues();
  try {
    const before = await settledCalls(platform, functions);
    const sentAtMs = await sendDue(sqs, queueUrl(dueQueues[side]), jobs);
    // Read at the end: reading during the measurement would use the same processors.
    const after = await settledCalls(platform, functions);
    const arrivedAtMs = await receiveAll(sqs, queueUrl('jobs'), count);
    return {
      latenciesMs: jobs.map(({ id }) => (arrivedAtMs.get(id) ?? 0) - (sentAtMs.get(id) ?? 0)),
      calls: increases(before, after),
    };
  } finally {
    sqs.destroy();
  }
}
