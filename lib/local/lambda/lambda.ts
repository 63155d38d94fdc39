/** Lambda in the local runtime: runs every function of the template in worker threads. */
import { randomUUID } from 'node:crypto';
import { totalmem } from 'node:os';
import type { AwsGateway } from '../gateway/aws-gateway.ts';
import type { Faults } from '../gateway/faults.ts';
import { newTraceId } from '../random-ids.ts';
import type { ResolvedApp } from '../types.ts';
import { defineFunctions, type FunctionDefinition } from './definition.ts';
import { failure, type InvocationResult, payloadBytes, type ResponseSink } from './environment.ts';
import type { FunctionLogs } from './logs.ts';
import { createPool, type FunctionPool, type PoolSettings } from './pool.ts';

/**
 * A worker takes about 15 MB, and its start 150 ms of a core. Idle workers beyond this number are ended, the longest
 * unused first. They take at most a fifth of the machine's memory: clients that call all functions by turns, such as
 * `npm run conform`, would otherwise start most of them again and again.
 */
const defaultMaxWorkers = Math.min(320, Math.max(16, Math.floor(totalmem() / 5 / 15_000_000)));

export type { InvocationResult } from './environment.ts';
export { TooManyRequestsError } from './pool.ts';

/** Whether a service may act under a role; the AWS gateway decides and records the use of the grant. */
export type AuthorizeServiceCall = AwsGateway['authorizeServiceCall'];

const defaultSettings = {
  random: Math.random,
  // AWS keeps unused environments for minutes: a client that calls many functions by turns starts each of them once.
  idleMs: 180_000,
  // AWS replaces environments at any time, so code that keeps state in one must fail locally too.
  recycleShare: 1 / 200,
};

export interface LambdaOptions
  extends Omit<PoolSettings, 'log' | 'nextSkewMs' | 'onStart' | keyof typeof defaultSettings>,
    Partial<typeof defaultSettings> {
  app: ResolvedApp;
  logs: FunctionLogs;
  authorizeServiceCall: AuthorizeServiceCall;
  /**
   * Makes the code of the function with that module, called before the function runs. Returns undefined when the code
   * exists; rejects when it cannot be made.
   */
  codeOf?: ((moduleUrl: string) => Promise<void> | undefined) | undefined;
  /** Faults that may affect starting workers. */
  faults?: Faults;
  /** Maximum number of idle workers of all functions. */
  maxWorkers?: number;
}

export type LambdaService = ReturnType<typeof createLambda>;

export class RequestTooLargeError extends Error {
  override name = 'RequestTooLargeException';
}

/** Lambda's error for code that it cannot load. */
function notMade(error: unknown): InvocationResult {
  const errorMessage = error instanceof Error ? error.message : String(error);
  return failure({ errorType: 'Runtime.UserCodeSyntaxError', errorMessage });
}

/** Whether Lambda may store the function's output; without the permission the output is lost, as in AWS. */
function mayLog(definition: FunctionDefinition, authorize: AuthorizeServiceCall): boolean {
  const { arn, name, logGroupName, statements } = definition;
  const [, partition, , region, account] = arn.split(':');
  const resource = `arn:${partition}:logs:${region}:${account}:log-group:${logGroupName}:log-stream:local`;
  const missing = ['logs:CreateLogStream', 'logs:PutLogEvents'].find(
    (action) => !authorize({ identityName: name, statements, action, resource }),
  );
  if (missing !== undefined)
    process.stderr.write(`${name} may not ${missing} on ${logGroupName}: its output is dropped.\n`);
  return missing === undefined;
}

/** The clock offset of a function's next worker, positive or negative, if a fault sets one. */
function skewOf(faults: Faults | undefined, functionName: string): number {
  const target = { service: 'lambda', action: 'Start', functionName, body: '', moment: 'start' } as const;
  const skewMs = faults?.match(target)?.skewMs;
  if (faults === undefined || skewMs === undefined) return 0;
  return Math.round((faults.random() * 2 - 1) * skewMs);
}

/**
 * Reads the functions of the app and prepares to run them; no worker starts before the first invocation. Throws on
 * definitions that Lambda would refuse.
 */
export function createLambda(options: LambdaOptions) {
  const { app, logs, authorizeServiceCall, faults, codeOf, maxWorkers = defaultMaxWorkers } = options;
  const pools = new Map<string, FunctionPool>();
  const definitions = defineFunctions(app);
  for (const [name, definition] of definitions) {
    const log = logs.sinkFor(name, () => mayLog(definition, authorizeServiceCall));
    const nextSkewMs = () => skewOf(faults, name);
    pools.set(
      name,
      createPool(definition, { ...defaultSettings, ...options, log, nextSkewMs, onStart: endSurplus }),
    );
  }

  /** Ends idle workers beyond `maxWorkers`, when another one starts. */
  function endSurplus(): void {
    let surplus = -maxWorkers;
    for (const pool of pools.values()) surplus += pool.workerCount();
    if (surplus <= 0) return;
    const idle = [...pools.values()].flatMap((pool) => pool.inPhase('idle'));
    idle.sort((a, b) => a.usedAtMs - b.usedAtMs);
    for (const worker of idle.slice(0, surplus)) void worker.drop();
  }

  function poolOf(functionName: string): FunctionPool {
    const pool = pools.get(functionName);
    if (pool === undefined) throw new Error(`Function not found: ${functionName}`);
    return pool;
  }

  return {
    /**
     * Invokes synchronously. `payload` is the event as JSON text; AWS calls and log lines of the invocation are
     * recorded under `requestId` (default: its own AWS request id). A failing function is a result, not an exception.
     * With a `sink`, a streaming function's response goes there, and the result has no payload. Throws
     * `RequestTooLargeError` over 6 MB, `TooManyRequestsError` when the reserved concurrency is used up.
     */
    async invoke(
      functionName: string,
      payload: string,
      { requestId, sink }: { requestId?: string; sink?: ResponseSink } = {},
    ): Promise<InvocationResult> {
      const pool = poolOf(functionName);
      if (Buffer.byteLength(payload) > payloadBytes) {
        throw new RequestTooLargeError(
          `Request must be smaller than ${payloadBytes} bytes for the InvokeFunction operation`,
        );
      }
      const making = codeOf?.(pool.moduleUrl);
      const problem = making && (await making.then(() => undefined, notMade));
      if (problem !== undefined) return problem;
      const awsRequestId = randomUUID();
      const ids = { awsRequestId, requestId: requestId ?? awsRequestId, traceId: newTraceId() };
      return pool.invoke({ payload, sink, ...ids });
    },
    functions: () => [...pools.values()].map((pool) => pool.status()),
    /**
     * Sets an environment variable of the functions that have it: workers with the earlier value end when they are idle.
     * Returns the earlier value; undefined if no function has the variable.
     */
    setVariable(name: string, value: string): string | undefined {
      let previous: string | undefined;
      for (const [functionName, { environment }] of definitions) {
        if (environment[name] === undefined) continue;
        previous = environment[name];
        environment[name] = value;
        poolOf(functionName).reload();
      }
      return previous;
    },
    /** Kills workers, busy ones first: one, or with `all` every one that matches. Returns their number. */
    async stopWorkers(which: { functionName?: string | undefined; all?: boolean | undefined }) {
      const { functionName, all } = which;
      const matching = functionName === undefined ? [...pools.values()] : [poolOf(functionName)];
      // Busy ones first: tests kill workers to see invocations survive.
      matching.sort((a, b) => b.inPhase('busy').length - a.inPhase('busy').length);
      const phases = ['busy', 'starting', 'idle'] as const;
      const workers = matching.flatMap((pool) => phases.flatMap((phase) => pool.inPhase(phase)));
      const chosen = all ? workers : workers.slice(0, 1);
      await Promise.all(chosen.map((worker) => worker.drop()));
      return chosen.length;
    },
    /** Later invocations run the current code of the functions. */
    reload(): void {
      for (const pool of pools.values()) pool.reload();
    },
    async stop(): Promise<void> {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
