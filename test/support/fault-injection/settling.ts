/** Lets a runtime come to rest after faults: leases end, visibility timeouts pass, sweeps run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../clients/eventually.ts';
import { type OwnRuntime, sweeper } from '../runtime/own-runtime.ts';
import { hasWaitingEvents } from './raw-items.ts';

const pauseMs = 500;
/** Most events are published on their own in this time. */
const looksBeforeSweep = 4;

/** A pass over the event log is repeated a quarter of an hour later; the repetition changes nothing that tests look at. */
const waits = ({ name }: { name: string }): boolean => name !== 'event-erasure';

/** No one of ours reads the queue for teams, and dead letters are counted with their queue. */
const isOurs = ({ name }: { name: string }): boolean => name !== 'jobs' && !name.endsWith('-dlq');

async function isIdle(runtime: OwnRuntime, includingDelayed: boolean): Promise<boolean> {
  const [functions, queues] = await Promise.all([runtime.functions(), runtime.queues()]);
  return (
    functions.every(({ workers, queued }) => workers.busy + queued === 0) &&
    queues.filter(isOurs).every((queue) => {
      const delayed = includingDelayed && waits(queue) ? queue.delayed : 0;
      return queue.visible + queue.inFlight + delayed === 0;
    })
  );
}

export interface SettleOptions {
  withinMs: number;
  /** Also waits for messages that were sent with a delay, of minutes for some repetitions. */
  includingDelayed: boolean;
}

/** Resolves when no message and no event waits, and no function works. */
export async function settle(
  runtime: OwnRuntime,
  { withinMs, includingDelayed }: SettleOptions,
): Promise<void> {
  let looks = 0;
  await eventually(
    'a system at rest',
    async () => {
      for (const { name, inFlight, deadLetters } of (await runtime.queues()).filter(isOurs)) {
        if (inFlight > 0) await runtime.release(name);
        if (deadLetters) await runtime.redrive(name);
      }
      await sleep(pauseMs);
      looks += 1;
      if (looks % looksBeforeSweep === 0 && hasWaitingEvents(runtime)) {
        await runtime.ageOutbox();
        await runtime.runSchedule(sweeper);
      }
      return (await isIdle(runtime, includingDelayed)) && !hasWaitingEvents(runtime) ? true : undefined;
    },
    withinMs,
  );
}

/** Runs everything that looks after what was left: sweeps, reconciliations; the canary only tests, and takes long. */
export async function sweep(runtime: OwnRuntime): Promise<void> {
  const { schedules } = await runtime.control<{ schedules: { name: string; functionName?: string }[] }>(
    'GET',
    '/schedules',
  );
  for (const { name, functionName } of schedules)
    if (functionName !== undefined && !functionName.includes('-canary-'))
      await runtime.control('POST', '/schedules/run', { name });
}
