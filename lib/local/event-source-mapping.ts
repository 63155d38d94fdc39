/** AWS::Lambda::EventSourceMapping resources: start functions for the messages of queues and the records of streams. */

import type { Faults } from './faults.ts';
import type { Emulator } from './fauxqs.ts';
import { statementsOfRole } from './identities.ts';
import { isRecord } from './intrinsics.ts';
import type { AuthorizeServiceCall, LambdaService } from './lambda.ts';
import type { MessageLineage } from './message-lineage.ts';
import { startQueueMapping } from './queue-mapping.ts';
import { startStreamMapping } from './stream-mapping.ts';
import type { ResolvedApp, Resource } from './types.ts';

/** What the mappings of every kind need. */
export interface MappingContext {
  app: ResolvedApp;
  emulator: Emulator;
  lambda: LambdaService;
  faults: Faults;
  lineage: MessageLineage;
  authorizeServiceCall: AuthorizeServiceCall;
  dynamodbEndpoint: string;
  /** Keeps how far the streams have been read. */
  dataDir: string;
  /** Takes one line for what people should know. */
  log: (line: string) => void;
}

/** A mapping, read from its resource. */
export interface MappingDefinition {
  functionName: string;
  sourceArn: string;
  batchSize: number;
  windowSeconds: number;
  /** Whether the function says which items of a batch failed. */
  reportsFailures: boolean;
  properties: Record<string, unknown>;
  target: Resource;
}

export interface RunningMapping {
  /** Ends it; resolves when nothing is handed over any more. */
  stop(): Promise<void>;
  /** Something was written to the table. */
  wake?(): void;
  /** Receipt handles of the messages that an invocation works on now. */
  held?(): Iterable<string>;
}

export interface EventSources {
  /** Tells the streams that there may be new records. */
  wake(): void;
  /** Receipt handles of all messages that invocations work on now. */
  held(): ReadonlySet<string>;
  stop(): Promise<void>;
}

function definitionOf(app: ResolvedApp, resource: Resource): MappingDefinition {
  const { properties } = resource;
  const target = app.find(String(properties.FunctionName));
  const sourceArn = String(properties.EventSourceArn);
  if (target?.type !== 'AWS::Lambda::Function') {
    throw new Error(
      `The mapping of ${sourceArn} starts ${String(properties.FunctionName)}, which is no function.`,
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
 * Checks that the function's role lets Lambda do these things, as Lambda checks it when a mapping is made. Throws,
 * naming action and resource.
 */
export function demandGrants(
  { app, authorizeServiceCall }: MappingContext,
  { functionName, target }: MappingDefinition,
  needs: readonly { action: string; resource: string }[],
): void {
  const statements = statementsOfRole(app, String(target.properties.Role));
  for (const { action, resource } of needs) {
    if (authorizeServiceCall({ identityName: functionName, statements, action, resource })) continue;
    throw new Error(
      `The role of ${functionName} does not allow ${action} on ${resource}, which its event source needs.`,
    );
  }
}

/**
 * Starts every mapping of the template. Throws for what Lambda would refuse when the mapping is made: a missing grant,
 * an unknown function, a queue that hides its messages shorter than the function may run.
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
    wake() {
      for (const mapping of running) mapping.wake?.();
    },
    held: () => new Set(running.flatMap((mapping) => [...(mapping.held?.() ?? [])])),
    stop,
  };
}

/** A member of the mapping's properties that is an object; empty when there is none. */
export function section(properties: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = properties[name];
  return isRecord(value) ? value : {};
}
