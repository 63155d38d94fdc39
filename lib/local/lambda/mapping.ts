/** Shared parts of the event source mappings of queues and of streams. */

import { isRecord } from '../cloudformation/intrinsics.ts';
import type { FanOut } from '../events/fan-out.ts';
import type { Faults } from '../gateway/faults.ts';
import { statementsOfRole } from '../gateway/identities.ts';
import type { MessageLineage } from '../sqs/message-lineage.ts';
import type { Queues } from '../sqs/queues.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import type { AuthorizeServiceCall, LambdaService } from './lambda.ts';

/** Dependencies of mappings of every kind. */
export interface MappingContext {
  app: ResolvedApp;
  queues: Queues;
  lambda: LambdaService;
  faults: Faults;
  fanOut: FanOut;
  lineage: MessageLineage;
  authorizeServiceCall: AuthorizeServiceCall;
  dynamodbEndpoint: string;
  /** Folder that stores the read positions of streams. */
  dataDir: string;
  /** Called with one line for each message to the developer. */
  log: (line: string) => void;
}

/** A mapping, read from its resource. */
export interface MappingDefinition {
  functionName: string;
  sourceArn: string;
  batchSize: number;
  windowSeconds: number;
  /** Whether the function reports the failed items of a batch. */
  reportsFailures: boolean;
  properties: Record<string, unknown>;
  target: Resource;
}

export interface RunningMapping {
  /** Stops the mapping; resolves when its last invocation has ended. */
  stop(): Promise<void>;
  /** Called after a write to a table with the keys of the items (`Operation.writes`). */
  wake?(itemKeys: readonly string[]): void;
  /** Receipt handles of the messages of running invocations. */
  held?(): Iterable<string>;
}

/**
 * Checks that the function's role lets Lambda perform these actions, as Lambda checks when a mapping is created.
 * Throws an error that names action and resource.
 */
export function requireGrants(
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

/** Returns an object member of the mapping's properties; empty when it is missing. */
export function section(properties: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = properties[name];
  return isRecord(value) ? value : {};
}
