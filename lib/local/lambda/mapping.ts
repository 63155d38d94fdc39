/** Shared parts of the event source mappings of queues and of streams. */
import * as z from 'zod/mini';
import { linked, propertiesOf } from '../cloudformation/properties.ts';
import type { EventFilter } from '../events/event-filter.ts';
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
  filter?: EventFilter | undefined;
  lineage: MessageLineage;
  authorizeServiceCall: AuthorizeServiceCall;
  dynamodbEndpoint: string;
  /** Folder that stores the read positions of streams. */
  dataDir: string;
  /** Called with one line for each message to the developer. */
  log: (line: string) => void;
}

const filterCriteria = z.object({ Filters: z.optional(z.array(z.object({ Pattern: z.string() }))) });
const onFailure = z.object({ Destination: z.optional(z.string()) });
const mappingProperties = z.object({
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  Enabled: z._default(z.boolean(), true),
  BatchSize: z.optional(z.int()),
  FunctionResponseTypes: z._default(z.array(z.string()), []),
  // Of queues.
  MaximumBatchingWindowInSeconds: z._default(z.int(), 0),
  ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.optional(z.int()) })),
  // Of streams. -1 is unlimited.
  ParallelizationFactor: z._default(z.int(), 1),
  FilterCriteria: z.optional(filterCriteria),
  BisectBatchOnFunctionError: z._default(z.boolean(), false),
  MaximumRetryAttempts: z._default(z.int(), -1),
  MaximumRecordAgeInSeconds: z._default(z.int(), -1),
  DestinationConfig: z.optional(z.object({ OnFailure: z.optional(onFailure) })),
});
export type FilterCriteria = z.output<typeof filterCriteria>;

/** A mapping, read from its resource, with everything that it needs to run. */
export type Mapping = ReturnType<typeof mappingOf>;

export interface RunningMapping {
  /** Resolves after `Mapping.stopping`, when the last invocation has ended. */
  ended: Promise<unknown>;
  /** Called at last, even if an invocation has not ended. */
  close?(): Promise<void>;
  /** Called after a write to a table with the keys of the items (`Operation.writes`). */
  wake?(itemKeys: readonly string[]): void;
  /** Receipt handles of the messages of running invocations. */
  held?: ReadonlySet<string>;
}

/**
 * Reads a mapping from its resource. Throws for an unknown function and unreadable properties. `stopping` is aborted
 * when the mapping must end.
 */
export function mappingOf(context: MappingContext, resource: Resource, stopping: AbortSignal) {
  const properties = propertiesOf(resource, mappingProperties);
  const { FunctionName, EventSourceArn: sourceArn, FunctionResponseTypes } = properties;
  const target = linked(context.app, 'AWS::Lambda::Function', FunctionName);
  const functionName = target.physicalId;
  const statements = statementsOfRole(context.app, String(target.properties.Role));
  return {
    ...context,
    properties,
    sourceArn,
    target,
    functionName,
    reportsFailures: FunctionResponseTypes.includes('ReportBatchItemFailures'),
    stopping,
    /** Logs an error that does not end the mapping. */
    logError(error: unknown): undefined {
      // While the runtime stops, invocations are interrupted.
      if (!stopping.aborted) context.log(`The mapping of ${sourceArn} to ${functionName}: ${String(error)}`);
    },
    /**
     * Checks that the function's role lets Lambda perform these actions, as Lambda checks when a mapping is created.
     * Throws an error that names action and resource.
     */
    requireGrants(resource: string, actions: readonly string[]): void {
      const call = { identityName: functionName, statements, resource };
      const missing = actions.find((action) => !context.authorizeServiceCall({ ...call, action }));
      if (missing === undefined) return;
      throw new Error(
        `The role of ${functionName} does not allow ${missing} on ${resource}, which its event source needs.`,
      );
    },
  };
}
