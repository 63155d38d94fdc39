/** AWS::Lambda::EventSourceMapping resources: starts functions for messages of queues and records of streams. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MappingContext, mappingOf, type RunningMapping } from './mapping.ts';
import { startQueueMapping } from './queue-mapping.ts';
import { startStreamMapping } from './stream-mapping.ts';

/** A function that hangs must not keep the runtime from stopping. */
const stopWithinMs = 2_000;

export type EventSources = Awaited<ReturnType<typeof startEventSources>>;

/**
 * Starts every mapping of the template. Throws for mappings that Lambda would refuse: a missing grant, an unknown
 * function, a queue whose visibility timeout is shorter than the function's timeout.
 */
export async function startEventSources(context: MappingContext) {
  const stopping = new AbortController();
  // Each wait of each mapping listens to it.
  setMaxListeners(0, stopping.signal);
  const running: RunningMapping[] = [];
  const stop = async () => {
    stopping.abort();
    const ended = Promise.all(running.map((mapping) => mapping.ended));
    await Promise.race([ended, sleep(stopWithinMs, undefined, { ref: false })]);
    await Promise.all(running.map((mapping) => mapping.close?.()));
  };
  try {
    for (const resource of context.app.ofType('AWS::Lambda::EventSourceMapping')) {
      const mapping = mappingOf(context, resource, stopping.signal);
      if (!mapping.properties.Enabled) continue;
      const isQueue = mapping.sourceArn.includes(':sqs:');
      running.push(isQueue ? startQueueMapping(mapping) : await startStreamMapping(mapping));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    /** Notifies the streams of written items, by their keys (`Operation.writes`). */
    wake(itemKeys: readonly string[]): void {
      for (const mapping of running) mapping.wake?.(itemKeys);
    },
    /** Returns the receipt handles of all messages of running invocations. */
    held: () => new Set(running.flatMap((mapping) => [...(mapping.held ?? [])])),
    stop,
  };
}
