/**
 * Workers get each message of an import several times, and die, while a client watches. Each record is written once, the counts
 * are exact, and what the client sees of the progress never goes back.
 */
import { randomUUID } from 'node:crypto';
import { seededRandom } from '../../../lib/lab/faults/random.ts';
import { drainQueue, type QueuedMessage } from '../../../lib/lab/faults/simulation/message-queue.ts';
import { findingOf, type Scenario } from '../../../lib/lab/faults/simulation/scenario.ts';
import { Simulation } from '../../../lib/lab/faults/simulation/simulation.ts';
import type { SyncRunDetail } from '../../../shared/modules/sync/runs/run-contract.ts';
import { syncLimits } from '../../../shared/modules/sync/runs/run-limits.ts';
import { ageRun, aSource, aSync, entityType, items } from '../builders/sync.ts';
import { aTenant } from '../builders/tenants.ts';

const itemCount = 12;
const batchSize = 4;
const looksEachRound = 3;

interface Page {
  items: { version: number }[];
  total: number;
}

export const imports: Scenario = {
  name: 'imports',
  async run({ seed, shares, sabotage }) {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(itemCount) }).adapter);
    const { id } = await sync.start({ batchSize });
    const simulation = new Simulation({ random: seededRandom('imports', seed), shares, sabotage });
    type Sent = (typeof sync.sent)[number];
    const queue: QueuedMessage<Sent>[] = [];
    /** Every message comes twice. */
    const take = () => {
      for (const sent of sync.sent.splice(0))
        for (const messageId of [sent.delivery.messageId, randomUUID()])
          queue.push({ message: sent, messageId, receiveCount: 1 });
    };
    take();
    const seen: number[] = [];
    const path = `/api/data_sync/runs/${id}`;
    const { left } = await drainQueue(simulation, queue, {
      async handle({ message: { message, delaySeconds }, messageId, receiveCount }) {
        await sync.deliver({ message, delivery: { messageId, receiveCount }, delaySeconds });
        take();
      },
      async age() {
        take();
        const run = await sync.run(id);
        if (run.lease !== undefined) await ageRun(caller, id);
      },
      async watch(client) {
        for (let looks = 0; looks < looksEachRound; looks += 1) {
          const look = await simulation.attempt(client, () => caller.api.get<SyncRunDetail>(path));
          const counted =
            look.isDead || look.result.status !== 200 ? undefined : look.result.body.progressJob;
          if (counted) seen.push(counted.processedCount);
        }
      },
    });
    // A worker that died before it sent the next message: the watchdog finds the run.
    for (let looks = 0; looks < itemCount && (await sync.run(id)).status === 'running'; looks += 1) {
      if ((await sync.run(id)).lease !== undefined) await ageRun(caller, id);
      await sync.care(id, Date.now() + 3_600_000);
      await sync.drain();
    }

    const problems: string[] = [];
    const run = await sync.run(id);
    const { lostWorkers = 0 } = run;
    const { diesBefore = 0, diesAfter = 0, failedInOutages = 0 } = simulation.injected;
    // A batch whose workers died so often fails its run, because its records may be what stops them.
    const wasStopped =
      run.status === 'failed' &&
      lostWorkers >= syncLimits.workerTries &&
      lostWorkers <= diesBefore + diesAfter + failedInOutages;
    const expectedCount = wasStopped ? run.batchesCompleted * batchSize : itemCount;
    if (left > 0) problems.push(`${left} messages are never handled`);
    if (run.status !== 'completed' && !wasStopped)
      problems.push(`the run is ${run.status}: ${run.lastError}`);
    const { body } = await caller.api.get<Page>(
      `/api/entities/records?entityType=${entityType}&pageSize=100`,
    );
    const counted = run.createdCount + run.updatedCount + run.skippedCount + run.failedCount;
    if (run.createdCount !== expectedCount || counted !== expectedCount)
      problems.push(
        `of ${expectedCount} items ${run.createdCount} are counted as created, ${counted} in all`,
      );
    // The records of the batch that stopped its workers may be written, and are not counted.
    const isListed =
      body.total === body.items.length &&
      body.items.length >= expectedCount &&
      body.items.length <= (wasStopped ? expectedCount + batchSize : expectedCount);
    if (!isListed) problems.push(`${body.items.length} records are listed, with a total of ${body.total}`);
    if (seen.some((count, index) => count < (seen[index - 1] ?? 0)))
      problems.push(`the progress went back: ${seen.join(', ')}`);
    const changed = body.items.filter(({ version }) => version !== 1).length;
    if (changed > 0) problems.push(`${changed} records were written more than once`);
    return findingOf(simulation, problems, [run, { seen }]);
  },
};
