/** Lambda in the local runtime: runs every function of the template in worker threads. */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { ChannelGateway } from '../gateway/aws-service.ts';
import type { Faults } from '../gateway/faults.ts';
import { newTraceId } from '../random-ids.ts';
import type { IdentityRegistry, PolicyStatement, ResolvedApp } from '../types.ts';
import { defineFunctions, type FunctionDefinition } from './definition.ts';
import { failure, type InvocationResult, payloadBytes, type ResponseSink } from './environment.ts';
import type { FunctionLogs } from './logs.ts';
import { FunctionPool, type FunctionStatus } from './pool.ts';

/**
 * A worker takes about 25 MB, and its start 70 ms of a core. Idle workers beyond this number are ended, the longest
 * unused first. This many take 400 MB on two cores, and more never work at the same time.
 */
const defaultMaxWorkers = Math.min(96, Math.max(16, 8 * availableParallelism()));

export type { InvocationResult, ResponseSink } from './environment.ts';
export { TooManyRequestsError } from './pool.ts';

/** Whether a service may act under a role; the AWS gateway decides and records the use of the grant. */
export type AuthorizeServiceCall = (call: {
  identityName: string;
  statements: readonly PolicyStatement[];
  action: string;
  resource: string;
}) => boolean;

export interface LambdaOptions {
  app: ResolvedApp;
  registry: IdentityRegistry;
  /** The address of the AWS gateway for the functions' calls. */
  awsGatewayUrl: string;
  /** Accepts calls without a socket, for the services that support it. */
  gateway?: ChannelGateway;
  logs: FunctionLogs;
  authorizeServiceCall: AuthorizeServiceCall;
  /**
   * Called before a function with that module runs, because its bundle may not exist yet. Rejects when bundling fails.
   */
  prepare?: ((moduleUrl: string) => Promise<void> | undefined) | undefined;
  /** Caches compiled bundles between cold starts; undefined for no cache. */
  compileCacheDir?: string;
  /** 0 to below 1, decides which workers are recycled early; pass a seeded source to repeat a run. */
  random?: () => number;
  /** Faults that may affect starting workers. */
  faults?: Faults;
  /** How long an unused worker is kept, in ms. */
  idleMs?: number;
  /** Maximum number of idle workers of all functions. */
  maxWorkers?: number;
  /**
   * Probability that a worker ends after an invocation, at most one of a function every five minutes. AWS replaces
   * environments at any time, so code that keeps state in one must fail locally too.
   */
  recycleShare?: number;
}

export interface LambdaService {
  /**
   * Invokes synchronously. `payload` is the event as JSON text; AWS calls and log lines of the invocation are recorded
   * under `requestId` (default: its own AWS request id). A failing function is a result, not an exception. With a
   * `sink`, a streaming function's response goes there, and the result has no payload. Throws `RequestTooLargeError`
   * over 6 MB, `TooManyRequestsError` when the reserved concurrency is used up.
   */
  invoke(
    functionName: string,
    payload: string,
    options?: { requestId?: string; sink?: ResponseSink },
  ): Promise<InvocationResult>;
  functions(): FunctionStatus[];
  /** Sets an environment variable of the functions that have it, for workers that start from now on. */
  setVariable(name: string, value: string): void;
  /** Later invocations run the current code of the functions. */
  reload(): void;
  /** Kills workers, busy ones first: one, or with `all` every one that matches. Returns their number. */
  stopWorkers(which: { functionName?: string | undefined; all?: boolean | undefined }): Promise<number>;
  stop(): Promise<void>;
}

export class RequestTooLargeError extends Error {
  override name = 'RequestTooLargeException';
}

/** Lambda's error for code that it cannot load. */
function notPrepared(error: unknown): InvocationResult {
  const errorMessage = error instanceof Error ? error.message : String(error);
  return failure({ errorType: 'Runtime.UserCodeSyntaxError', errorMessage });
}

/** A random source that repeats itself for the same seed (mulberry32). Returns numbers from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The permission that Lambda needs to store a function's output; without it the output is lost, as in AWS. */
function mayLog(
  definition: FunctionDefinition,
  authorize: AuthorizeServiceCall,
  warned: Set<string>,
): boolean {
  const { arn, name, logGroupName, statements } = definition;
  const [, partition, , region, account] = arn.split(':');
  const resource = `arn:${partition}:logs:${region}:${account}:log-group:${logGroupName}:log-stream:local`;
  for (const action of ['logs:CreateLogStream', 'logs:PutLogEvents']) {
    if (authorize({ identityName: name, statements, action, resource })) continue;
    if (!warned.has(name)) {
      process.stderr.write(`${name} may not ${action} on ${logGroupName}: its output is dropped.\n`);
    }
    warned.add(name);
    return false;
  }
  return true;
}

/** The clock offset of a function's next worker, positive or negative, if a fault sets one. */
function skewOf(faults: Faults | undefined, functionName: string): number {
  const fault = faults?.match({
    service: 'lambda',
    action: 'Start',
    functionName,
    body: '',
    moment: 'start',
  });
  if (faults === undefined || fault?.skewMs === undefined) return 0;
  return Math.round((faults.random() * 2 - 1) * fault.skewMs);
}

/**
 * Reads the functions of the app and prepares to run them; no worker starts before the first invocation. Throws on
 * definitions that Lambda would refuse.
 */
export function createLambda(options: LambdaOptions): LambdaService {
  const { app, registry, awsGatewayUrl, logs, authorizeServiceCall } = options;
  const warned = new Set<string>();
  const pools = new Map<string, FunctionPool>();
  const definitions = defineFunctions(app);
  for (const [name, definition] of definitions) {
    const allowed = () => mayLog(definition, authorizeServiceCall, warned);
    pools.set(
      name,
      new FunctionPool(definition, {
        registry,
        awsGatewayUrl,
        gateway: options.gateway,
        compileCacheDir: options.compileCacheDir,
        logSink: () => logs.sinkFor(name, allowed),
        nextSkewMs: () => skewOf(options.faults, name),
        random: options.random ?? Math.random,
        idleMs: options.idleMs ?? 40_000,
        recycleShare: options.recycleShare ?? 1 / 200,
      }),
    );
  }

  function endSurplus(): void {
    let surplus = -(options.maxWorkers ?? defaultMaxWorkers);
    for (const pool of pools.values()) surplus += pool.workerCount;
    for (; surplus > 0; surplus -= 1) {
      const idle = [...pools.values()].filter((pool) => pool.oldestIdleAtMs() !== undefined);
      idle.sort((a, b) => (a.oldestIdleAtMs() ?? 0) - (b.oldestIdleAtMs() ?? 0));
      idle[0]?.dropOldestIdle();
    }
  }

  function poolOf(functionName: string): FunctionPool {
    const pool = pools.get(functionName);
    if (pool === undefined) throw new Error(`Function not found: ${functionName}`);
    return pool;
  }

  return {
    async invoke(functionName, payload, { requestId, sink } = {}) {
      const pool = poolOf(functionName);
      if (Buffer.byteLength(payload) > payloadBytes) {
        throw new RequestTooLargeError(
          `Request must be smaller than ${payloadBytes} bytes for the InvokeFunction operation`,
        );
      }
      const preparing = options.prepare?.(pool.moduleUrl);
      if (preparing !== undefined) {
        const problem = await preparing.then(() => undefined, notPrepared);
        if (problem !== undefined) return problem;
      }
      const awsRequestId = randomUUID();
      const ids = { awsRequestId, requestId: requestId ?? awsRequestId, traceId: newTraceId() };
      const result = pool.invoke({ payload, sink, ...ids });
      endSurplus();
      return result;
    },
    functions: () => [...pools.values()].map((pool) => pool.status()),
    setVariable(name, value) {
      for (const { environment } of definitions.values())
        if (environment[name] !== undefined) environment[name] = value;
    },
    async stopWorkers({ functionName, all = false }) {
      let left = all ? Number.POSITIVE_INFINITY : 1;
      let stopped = 0;
      // Busy pools first: tests kill workers to see invocations survive.
      const matching = (functionName === undefined ? [...pools.values()] : [poolOf(functionName)]).sort(
        (a, b) => b.status().workers.busy - a.status().workers.busy,
      );
      for (const pool of matching) {
        if (left <= 0) break;
        const count = await pool.stopWorkers(left);
        stopped += count;
        left -= count;
      }
      return stopped;
    },
    reload() {
      for (const pool of pools.values()) pool.reload();
    },
    async stop() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
