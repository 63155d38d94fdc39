/** The workers of one function: started on demand, reused, recycled, removed when unused. */
import { availableParallelism } from 'node:os';
import type { AwsIdentity } from '../types.ts';
import type { FunctionDefinition } from './definition.ts';
import {
  type EnvironmentSettings,
  failure,
  type InvocationRequest,
  type InvocationResult,
  type LambdaEnvironment,
  type StartEnvironment,
  startEnvironment as startWorker,
} from './environment.ts';
import type { ErrorPayload } from './protocol.ts';

export class TooManyRequestsError extends Error {
  override name = 'TooManyRequestsException';
}

export interface PoolSettings extends Omit<EnvironmentSettings, 'skewMs' | 'onDeath'> {
  /** Returns the clock offset of the next worker. */
  nextSkewMs: () => number;
  /** Called after a worker has been started. */
  onStart: () => void;
  random: () => number;
  /** Starts environments; by default worker threads. */
  startEnvironment?: StartEnvironment;
  /** How long an unused worker is kept; all but the last of its function are removed earlier. */
  idleMs: number;
  /** Probability that a worker ends after an invocation, unless one has ended in the last `recycleIntervalMs`. */
  recycleShare: number;
}

/**
 * V8 needs thousands of invocations to optimize a worker's code: in a function in constant use, shorter intervals leave
 * most of its workers slow.
 */
const recycleIntervalMs = 300_000;

/**
 * AWS allows a thousand per account; a laptop has a few cores, and each start takes 70 ms of one. A function
 * that serves its callers fairly gives one of them at most five, so that others find one free.
 */
const unreservedWorkers = 6;
/**
 * Of a function that streams its responses: each client that has not read its response occupies a worker that does
 * nothing. Clients have lower limits of open streams.
 */
const streamingWorkers = 64;
/** Two more than cores: each waits for AWS calls most of the time. More start only when none of them makes progress. */
const busyWorkers = availableParallelism() + 2;
/** A burst needs several workers, the time after it mostly one. */
const surplusShare = 0.25;
/**
 * About twice the time of a start: another worker starts when invocations have waited this long without a break. A new
 * worker's first two invocations take ten times as long as later ones, so it helps no shorter queue.
 */
const maxWaitMs = 150;

interface Waiting {
  request: InvocationRequest;
  resolve: (result: InvocationResult) => void;
}

interface Slot {
  environment: LambdaEnvironment;
  usedAtMs: number;
  /** It runs code that has changed since it started. */
  isStale?: boolean;
  /** Removes the worker from its pool and ends it. */
  drop(): Promise<void>;
}

export type FunctionPool = ReturnType<typeof createPool>;
export type FunctionStatus = ReturnType<FunctionPool['status']>;

/** Opens the pool of a function, without workers. */
export function createPool(definition: FunctionDefinition, settings: PoolSettings) {
  const {
    name: functionName,
    memoryMb,
    timeoutSeconds,
    moduleUrl,
    reservedConcurrency,
    streams,
  } = definition;
  const { idleMs, random, recycleShare, startEnvironment = startWorker } = settings;
  const maxWorkers = reservedConcurrency ?? (streams ? streamingWorkers : unreservedWorkers);
  const slots = new Set<Slot>();
  const waiting: Waiting[] = [];
  /** Time at which an invocation last began or ended. */
  let progressAtMs = 0;
  /** Time since which invocations have been waiting, although no worker is starting; undefined when none is. */
  let queuedAtMs: number | undefined;
  let growth: NodeJS.Timeout | undefined;
  let recycledAtMs = Number.NEGATIVE_INFINITY;
  let invocations = 0;
  let failures = 0;
  let closed = false;

  function inPhase(phase: AwsIdentity['phase']): Slot[] {
    return [...slots].filter(({ environment }) => environment.identity.phase === phase);
  }

  function dispatch(): void {
    // Most recently used first, so that the others become unused and are removed.
    const idle = inPhase('idle').sort((a, b) => b.usedAtMs - a.usedAtMs);
    for (const slot of idle) {
      const next = waiting.shift();
      if (next !== undefined) void run(slot, next);
    }
    const isQueued = waiting.length > 0 && inPhase('starting').length === 0;
    if (isQueued && slots.size === 0) start();
    else if (isQueued) {
      queuedAtMs ??= performance.now();
      growth ??= setTimeout(grow, maxWaitMs);
    } else queuedAtMs = undefined;
  }

  /** Starts one more worker if invocations have waited for long, and a busy pool does not serve them. */
  function grow(): void {
    growth = undefined;
    if (queuedAtMs === undefined || slots.size >= maxWorkers) return;
    const sinceMs = slots.size < busyWorkers ? queuedAtMs : Math.max(queuedAtMs, progressAtMs);
    if (performance.now() - sinceMs >= maxWaitMs - 1) start();
    else growth = setTimeout(grow, maxWaitMs);
  }

  function start(): void {
    const onDeath = () => {
      if (slots.delete(slot)) dispatch();
    };
    const environment = startEnvironment(definition, { ...settings, skewMs: settings.nextSkewMs(), onDeath });
    const slot: Slot = {
      environment,
      usedAtMs: Date.now(),
      drop() {
        slots.delete(slot);
        return environment.stop();
      },
    };
    slots.add(slot);
    settings.onStart();
    environment.ready.then(
      () => {
        if (slot.isStale) void slot.drop();
        dispatch();
      },
      (error: ErrorPayload) => failStart(slot, error),
    );
  }

  /** An environment that cannot start fails only the invocation that requested it. */
  function failStart(slot: Slot, error: ErrorPayload): void {
    void slot.drop();
    failures += 1;
    waiting.shift()?.resolve(failure(error));
    dispatch();
  }

  async function run(slot: Slot, { request, resolve }: Waiting): Promise<void> {
    progressAtMs = performance.now();
    const { result, alive } = await slot.environment.run(request);
    progressAtMs = performance.now();
    slot.usedAtMs = Date.now();
    if (result.functionError !== undefined) failures += 1;
    if (!alive || slot.isStale || drawRecycling()) void slot.drop();
    resolve(result);
    dispatch();
  }

  /** Draws whether a worker ends now; a drawn end keeps the function's other workers for a while. */
  function drawRecycling(): boolean {
    const nowMs = performance.now();
    if (random() >= recycleShare || nowMs - recycledAtMs < recycleIntervalMs) return false;
    recycledAtMs = nowMs;
    return true;
  }

  function reap(): void {
    for (const slot of inPhase('idle')) {
      const unusedMs = Date.now() - slot.usedAtMs;
      if (unusedMs > (slots.size > 1 ? idleMs * surplusShare : idleMs)) void slot.drop();
    }
  }

  const reaper = setInterval(reap, Math.max(idleMs / 4, 10)).unref();

  return {
    moduleUrl,
    inPhase,
    /**
     * Resolves with the function's result or failure, after waiting its turn. Rejects when the pool is closed, and with
     * `TooManyRequestsError` when the reserved concurrency is in use: AWS does not wait in this case.
     */
    invoke(request: InvocationRequest): Promise<InvocationResult> {
      if (closed) return Promise.reject(new Error('The runtime is stopping.'));
      if (waiting.length + inPhase('busy').length >= (reservedConcurrency ?? Number.POSITIVE_INFINITY)) {
        return Promise.reject(new TooManyRequestsError('Rate Exceeded.'));
      }
      invocations += 1;
      return new Promise((resolve) => {
        waiting.push({ request, resolve });
        dispatch();
      });
    },
    /** Ends each worker as soon as it is idle, so that later invocations run the current code. */
    reload(): void {
      for (const slot of slots) slot.isStale = true;
      for (const slot of inPhase('idle')) void slot.drop();
    },
    workerCount: () => slots.size,
    status() {
      const count = (phase: AwsIdentity['phase']) => inPhase(phase).length;
      const workers = { starting: count('starting'), idle: count('idle'), busy: count('busy') };
      const queued = waiting.length;
      return { functionName, memoryMb, timeoutSeconds, workers, queued, invocations, failures };
    },
    /** Ends every worker; running and waiting invocations fail. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(reaper);
      clearTimeout(growth);
      const error = { errorType: 'Runtime.ExitError', errorMessage: 'The runtime is stopping.' };
      for (const { resolve } of waiting.splice(0)) resolve(failure(error));
      await Promise.all([...slots].map((slot) => slot.drop()));
    },
  };
}
