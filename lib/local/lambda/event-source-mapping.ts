/** AWS::Lambda::EventSourceMapping resources: starts functions for messages of queues and records of streams. */

import type { ResolvedApp, Resource } from '../types.ts';
import type { MappingContext, MappingDefinition, RunningMapping } from './mapping.ts';
import { startQueueMapping } from './queue-mapping.ts';
import { startStreamMapping } from './stream-mapping.ts';

export interface EventSources {
  /** Notifies the streams of written items, by their keys (`Operation.writes`). */
  wake(itemKeys: readonly string[]): void;
  /** Receipt handles of all messages of running invocations. */
  held(): ReadonlySet<string>;
  stop(): Promise<void>;
}

function definitionOf(app: ResolvedApp, resource: Resource): MappingDefinition {
  const { properties } = resource;
  const target = app.find(String(properties.FunctionName));
  const sourceArn = String(properties.EventSourceArn);
  if (target?.type !== 'AWS::Lambda::Function') {
    throw new Error(
      `The mapping of ${sourceArn} starts ${String(properties.FunctionName)}, which is not a function.`,
    );
  }
  const types = properties.FunctionResponseTypes;
  return {
    functionName: target.physicalId,
    sourceArn,
    batchSize: Number(properties.BatchSize ?? (sourceArn.includes(':sqs:') ? 10 : 100)),
    windowSeconds: Number(properties.MaximumBatchingWindowInSeconds ?? 0),
    reportsFailures: Array.isArray(types) && types.includes('ReportBatchItemFailures'),
    properties,
    target,
  };
}

/**
 * Starts every mapping of the template. Throws for mappings that Lambda would refuse: a missing grant, an unknown
 * function, a queue whose visibility timeout is shorter than the function's timeout.
 */
export async function startEventSources(context: MappingContext): Promise<EventSources> {
  const running: RunningMapping[] = [];
  const stop = async () => {
    await Promise.all(running.map((mapping) => mapping.stop()));
  };
  try {
    for (const resource of context.app.ofType('AWS::Lambda::EventSourceMapping')) {
      if (resource.properties.Enabled === false) continue;
      const definition = definitionOf(context.app, resource);
      const start = definition.sourceArn.includes(':sqs:') ? startQueueMapping : startStreamMapping;
      running.push(await start(context, definition));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    wake(itemKeys) {
      for (const mapping of running) mapping.wake?.(itemKeys);
    },
    held: () => new Set(running.flatMap((mapping) => [...(mapping.held?.() ?? [])])),
    stop,
  };
}
