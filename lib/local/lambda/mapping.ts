/** What event source mappings of queues and of streams have in common. */

import { isRecord } from '../cloudformation/intrinsics.ts';
import type { FanOut } from '../events/fan-out.ts';
import type { Faults } from '../gateway/faults.ts';
import { statementsOfRole } from '../gateway/identities.ts';
import type { MessageLineage } from '../sqs/message-lineage.ts';
import type { Queues } from '../sqs/queues.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import type { AuthorizeServiceCall, LambdaService } from './lambda.ts';

/** What the mappings of every kind need. */
export interface MappingContext {
  app: ResolvedApp;
  queues: Queues;
  lambda: LambdaService;
  faults: Faults;
  fanOut: FanOut;
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

/** A member of the mapping's properties that is an object; empty when there is none. */
export function section(properties: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = properties[name];
  return isRecord(value) ? value : {};
}
