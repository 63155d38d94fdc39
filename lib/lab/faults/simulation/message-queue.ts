/** A queue that delivers each message at least once, to workers that may die. */
import { randomUUID } from 'node:crypto';
import { clients } from './scenario.ts';
import type { Simulation } from './simulation.ts';

export interface QueuedMessage<Message> {
  message: Message;
  messageId: string;
  receiveCount: number;
}

/** The same message several times, as a queue that delivers at least once may have it. */
export const copiesOf = <Message>(message: Message, count: number): QueuedMessage<Message>[] =>
  Array.from({ length: count }, () => ({ message, messageId: randomUUID(), receiveCount: 1 }));

/** More than any seed needs: a message that comes more often is not going to be handled. */
const maxRounds = 25;

export interface QueueOptions<Message> {
  handle(queued: QueuedMessage<Message>): Promise<unknown>;
  /** Lets the time pass that leases of dead workers take. */
  age(): Promise<void>;
  /** What another client does in each round meanwhile. */
  watch?(client: number): Promise<void>;
}

export interface QueueOutcome {
  /** Deliveries that did not end well: their worker died, or it gave the message back. */
  unfinished: number;
  /** Messages that were left when the workers stopped. */
  left: number;
}

/**
 * Hands messages to the workers, one each, until none is left. What a worker did not finish is delivered again in the next round,
 * after its visibility timeout and all leases. `queue` may grow meanwhile.
 */
export async function drainQueue<Message>(
  simulation: Simulation,
  queue: QueuedMessage<Message>[],
  { handle, age, watch }: QueueOptions<Message>,
): Promise<QueueOutcome> {
  let unfinished = 0;
  for (let round = 1; round <= maxRounds && queue.length > 0; round += 1) {
    if (round > 1) await age();
    const later: QueuedMessage<Message>[] = [];
    const work = async (client: number) => {
      for (;;) {
        const delivered = simulation.takeMessage(client, queue);
        if (delivered === undefined) return;
        const isDone = await simulation
          .attempt(client, () => handle(delivered))
          .then(
            ({ isDead }) => !isDead,
            () => false,
          );
        if (isDone) continue;
        unfinished += 1;
        later.push({ ...delivered, receiveCount: delivered.receiveCount + 1 });
      }
    };
    await simulation.run([...clients.map(() => work), ...(watch ? [watch] : [])]);
    queue.push(...later);
  }
  return { unfinished, left: queue.length };
}
