/**
 * Workers get the message of one firing several times, and die. There is one run, its command takes effect once, and no worker
 * takes the run from one that lives.
 */
import { randomUUID } from 'node:crypto';
import { seededRandom } from '../../../lib/lab/faults/random.ts';
import { copiesOf, drainQueue } from '../../../lib/lab/faults/simulation/message-queue.ts';
import { findingOf, type Scenario } from '../../../lib/lab/faults/simulation/scenario.ts';
import { Simulation } from '../../../lib/lab/faults/simulation/simulation.ts';
import { runDependencies } from '../../../shared/catalog/run-dependencies.ts';
import { type Item, queryAll } from '../../../shared/kernel/table/read.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { jobKey, runKey, runRange } from '../../../shared/modules/scheduler/keys.ts';
import { handleMessage } from '../../../shared/modules/scheduler/runs/execute.ts';
import type { JobMessage } from '../../../shared/modules/scheduler/runs/messages.ts';
import { stoppedWorker } from '../../../shared/modules/scheduler/runs/run.ts';
import { aJob, aStoredJob, dueAt } from '../builders/scheduler.ts';
import { aTenant } from '../builders/tenants.ts';
import { eventType } from '../builders/webhooks.ts';
import { eventually } from '../clients/eventually.ts';
import { watchStoredEvents } from './stored-events.ts';

const copies = 3;

export const jobRuns: Scenario = {
  name: 'runs of jobs',
  async run({ seed, shares, sabotage }) {
    const caller = await aTenant();
    const marker = randomUUID();
    const command = {
      targetCommand: 'webhooks.publish_event',
      targetPayload: { type: eventType, data: { marker } },
    };
    const job = await aStoredJob(caller, aJob(command));
    const dueMs = Math.floor(Date.now() / 60_000) * 60_000;
    const message = (await dueAt(job, dueMs)) as JobMessage;
    const eventsWith = await watchStoredEvents();
    const runs = () => queryAll({ pk: jobKey(job, job.id).pk, skRange: runRange, consistent: true });
    const simulation = new Simulation({ random: seededRandom('runs of jobs', seed), shares, sabotage });

    const queue = copiesOf(message, copies);
    const { unfinished, left } = await drainQueue(simulation, queue, {
      handle: (queued) => handleMessage(queued.message, runDependencies),
      age: async () => {
        if ((await runs()).length === 0) return;
        await updateItem({
          Key: runKey(job, job.id, dueMs),
          UpdateExpression: 'SET leaseUntilMs = :past',
          ExpressionAttributeValues: { ':past': 1 },
        });
      },
    });

    // An attempt that failed, for instance by a throttled call, is made again by the runtime's own worker.
    const isOver = ({ state }: Item) => state === 'completed' || state === 'failed';
    const found =
      left > 0
        ? await runs()
        : await eventually('the end of the run', async () => {
            const all = await runs();
            return all.every(isOver) ? all : undefined;
          });
    const problems: string[] = [];
    const [run] = found;
    if (left > 0) problems.push(`${left} messages are never handled`);
    if (found.length !== 1) problems.push(`${found.length} runs of one firing`);
    const [published, ended] = [await eventsWith(marker), await eventsWith(job.id)];
    const times = published.filter((type) => type === eventType).length;
    if (times > 1 || (run?.state === 'completed' && times === 0))
      problems.push(`the command of a run that is ${run?.state} took effect ${times} times`);
    const ends = ended.filter((type) => type === `scheduler.job.${run?.state}`).length;
    if (ends !== 1) problems.push(`${ends} events tell of the end of the run`);
    const takenOver = String(run?.trace).split(stoppedWorker).length - 1;
    if (takenOver > unfinished)
      problems.push(`${takenOver} attempts were taken over, and ${unfinished} workers had not finished`);
    return findingOf(simulation, problems, found);
  },
};
