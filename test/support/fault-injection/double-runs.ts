/** Firings of many jobs at the same time, each message several times, on a separate runtime. */
import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import { functionName } from '../../../lib/aws/names.ts';
import { forEachParallel } from '../../../shared/kernel/base/parallel.ts';
import { parseMessage } from '../../../shared/kernel/queues/message.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import type { JobRow } from '../../../shared/modules/scheduler/job.ts';
import { jobKey } from '../../../shared/modules/scheduler/keys.ts';
import { dueMessage } from '../../../shared/modules/scheduler/runs/messages.ts';
import { aQueueJob, jobsPath } from '../builders/scheduler.ts';
import { eventually } from '../clients/eventually.ts';
import { isServerError, type OwnRuntime } from '../runtime/own-runtime.ts';

const parallelJobs = 8;
/** The maximum per request. */
const batchSize = 10;
const executor = functionName('local', 'scheduler', 'executeJobs');

export interface Outcome {
  /** Number of runs in the history, by state. */
  states: Record<string, number>;
  /** Traces of runs that did not complete. */
  errors: string[];
  /** Attempts without an explanation in the history why the previous one ended: a failed or stopped worker. */
  unexplainedAttempts: number;
  /**
   * Runs whose message reached the target queue. The SDK repeats a request whose response was lost, so a message may
   * be there twice, with the same key.
   */
  sent: number;
}

async function runsOf({ query }: OwnRuntime, job: JobRow): Promise<Item[]> {
  return (await query(jobKey(job, job.id).pk)).filter(({ entity }) => entity === 'job_run');
}

async function drain({ sqs, queueUrl }: OwnRuntime): Promise<string[]> {
  const QueueUrl = queueUrl('jobs');
  const ids: string[] = [];
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }),
    );
    if (Messages.length === 0) return ids;
    ids.push(...Messages.map(({ Body = '' }) => parseMessage(Body).id));
    const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  }
}

/**
 * Creates this number of jobs and makes each due at this number of times, all at once. Every message is sent twice,
 * and every batch is passed to two workers at the same time. Returns the outcome once the queue of runs is empty.
 */
export async function fireTwice(
  runtime: OwnRuntime,
  { jobs: jobCount, timesEach }: { jobs: number; timesEach: number },
  withinMs: number,
): Promise<Outcome> {
  const jobs: JobRow[] = [];
  await forEachParallel(Array.from({ length: jobCount }), parallelJobs, async () => {
    // A job whose creation got no response has no messages, and so no runs.
    const make = () =>
      runtime.request<JobRow>('POST', jobsPath, aQueueJob({ scheduleValue: '* * 1 1 *' })).catch((error) => {
        if (!isServerError(error)) throw error;
        return undefined;
      });
    jobs.push(await eventually('a job', make, withinMs));
  });
  const firstMs = Date.UTC(2030, 0, 1);
  const timeOf = (index: number) => new Date(firstMs + index * 60_000).toISOString();
  const messages = Array.from({ length: timesEach }, (_, index) => timeOf(index)).flatMap((time) =>
    jobs.map((job) => JSON.stringify(dueMessage({ ...job, scheduleVersion: 1 }, time))),
  );
  const fault = await runtime.addFault({ effect: 'duplicate', functionName: executor });
  const QueueUrl = runtime.queueUrl('scheduler-execution');
  for (let start = 0; start < messages.length; start += batchSize) {
    const batch = messages.slice(start, start + batchSize);
    const Entries = batch.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    // The copy follows immediately, so that another worker has it at the same time.
    for (const command of [1, 2].map(() => new SendMessageBatchCommand({ QueueUrl, Entries })))
      await runtime.sqs.send(command);
  }
  const allRuns = async (): Promise<Item[]> => {
    const runs: Item[] = [];
    await forEachParallel(jobs, parallelJobs, async (job) => {
      runs.push(...(await runsOf(runtime, job)));
    });
    return runs;
  };
  const isAtWork = async () =>
    (await runtime.functions()).some(
      ({ functionName: name, workers: { busy }, queued }) => name === executor && busy + queued > 0,
    );
  await eventually(
    'an empty queue of runs',
    async () => {
      const { visible, inFlight, delayed, deadLetters } = await runtime.queue('scheduler-execution');
      if (deadLetters) throw new Error(`${deadLetters} messages are in the dead-letter queue.`);
      // A message that a worker left to another one returns after minutes, when the leases of runs whose end could not
      // be written are over; here both once no worker is busy. A message that returned too often would become a dead
      // letter.
      if (visible === 0 && inFlight > 0) {
        const active = (await allRuns()).filter(({ state }) => state === 'active');
        if (!(await isAtWork())) {
          for (const { pk, sk } of active)
            await runtime.change({ pk: String(pk), sk: String(sk) }, { leaseUntilMs: 0 });
          await runtime.release('scheduler-execution');
        }
      }
      return visible + inFlight + delayed === 0 ? true : undefined;
    },
    withinMs,
  );
  await runtime.removeFault(fault);

  const runs = await allRuns();
  const sent = await drain(runtime);
  const states: Record<string, number> = {};
  for (const { state } of runs) states[String(state)] = (states[String(state)] ?? 0) + 1;
  return {
    states,
    errors: runs.filter(({ state }) => state !== 'completed').map(({ trace }) => String(trace)),
    unexplainedAttempts: runs.reduce((sum, { attemptsMade, trace }) => {
      const ended = typeof trace === 'string' ? trace.split('\n').length : 0;
      return sum + Number(attemptsMade) - 1 - ended;
    }, 0),
    sent: new Set(sent).size,
  };
}
