/** The workers of one function: started on demand, reused, recycled, removed when unused. */
import { availableParallelism } from 'node:os';
import type { ChannelGateway } from '../gateway/aws-service.ts';
import type { IdentityRegistry } from '../types.ts';
import type { FunctionDefinition } from './definition.ts';
import { failure, type InvocationRequest, type InvocationResult, LambdaEnvironment } from './environment.ts';
import type { LogSink } from './logs.ts';
import type { ErrorPayload } from './protocol.ts';

export class TooManyRequestsError extends Error {
  override name = 'TooManyRequestsException';
}

export interface PoolSettings {
  registry: IdentityRegistry;
  awsGatewayUrl: string;
  gateway: ChannelGateway | undefined;
  compileCacheDir: string | undefined;
  logSink: () => LogSink;
  /** Returns the clock offset of the next worker. */
  nextSkewMs: () => number;
  random: () => number;
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
 * AWS allows a thousand per account; a laptop has a few cores, and each start takes 70 ms of one. The value is one
 * more than a tenant's share of any worker that takes messages one by one (`maxPerTenant`), so that other tenants find
 * one free.
 */
const unreservedWorkers = 6;
/** Number of workers that start at once: one more than cores, because each waits for AWS calls most of the time. */
const immediateWorkers = availableParallelism() + 1;
/** A burst needs several workers, the time after it mostly one. */
const surplusShare = 0.25;
/**
 * About twice the time of a start: while invocations end at shorter intervals than this, others wait for their turn.
 */
const maxWaitMs = 150;

interface Waiting {
  request: InvocationRequest;
  sinceMs: number;
  resolve: (result: InvocationResult) => void;
}

interface Slot {
  environment: LambdaEnvironment;
  usedAtMs: number;
  /** It runs code that has changed since it started. */
  isStale?: boolean;
}

export interface FunctionStatus {
  functionName: string;
  memoryMb: number;
  timeoutSeconds: number;
  workers: { starting: number; idle: number; busy: number };
  queued: number;
  invocations: number;
  failures: number;
}

export class FunctionPool {
  /** Maximum number of workers. */
  readonly cap: number;
  readonly moduleUrl: string;
  #definition: FunctionDefinition;
  #settings: PoolSettings;
  #slots = new Set<Slot>();
  #waiting: Waiting[] = [];
  #reaper: NodeJS.Timeout;
  /** Time at which an invocation last began or ended. */
  #progressAtMs = 0;
  #growth: NodeJS.Timeout | undefined;
  #recycledAtMs = Number.NEGATIVE_INFINITY;
  #invocations = 0;
  #failures = 0;
  #closed = false;

  constructor(definition: FunctionDefinition, settings: PoolSettings) {
    this.cap = definition.reservedConcurrency ?? unreservedWorkers;
    this.moduleUrl = definition.moduleUrl;
    this.#definition = definition;
    this.#settings = settings;
    this.#reaper = setInterval(() => this.#reap(), Math.max(settings.idleMs / 4, 10));
    this.#reaper.unref();
  }

  /**
   * Resolves with the function's result or failure, after waiting its turn. Rejects when the pool is closed, and with
   * `TooManyRequestsError` when the reserved concurrency is in use: AWS does not wait in this case.
   */
  invoke(request: InvocationRequest): Promise<InvocationResult> {
    if (this.#closed) return Promise.reject(new Error('The runtime is stopping.'));
    const { reservedConcurrency = Number.POSITIVE_INFINITY } = this.#definition;
    if (this.#waiting.length + this.#inPhase('busy').length >= reservedConcurrency) {
      return Promise.reject(new TooManyRequestsError('Rate Exceeded.'));
    }
    this.#invocations += 1;
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve, sinceMs: performance.now() });
      this.#dispatch();
    });
  }

  #inPhase(phase: 'starting' | 'idle' | 'busy'): Slot[] {
    return [...this.#slots].filter(({ environment }) => environment.identity.phase === phase);
  }

  #dispatch(): void {
    // Most recently used first, so that the others become unused and are removed.
    const idle = this.#inPhase('idle').sort((a, b) => b.usedAtMs - a.usedAtMs);
    for (const slot of idle) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      void this.#run(slot, next);
    }
    let missing = this.#waiting.length - this.#inPhase('starting').length;
    while (missing > 0 && this.#slots.size < Math.min(this.cap, immediateWorkers)) {
      this.#start();
      missing -= 1;
    }
    if (missing > 0 && this.#slots.size < this.cap)
      this.#growth ??= setTimeout(() => this.#grow(), maxWaitMs);
  }

  /** Starts one more worker if no invocation began or ended for a while. */
  #grow(): void {
    this.#growth = undefined;
    const [oldest] = this.#waiting;
    if (oldest === undefined || this.#closed) return;
    const isStuck = performance.now() - Math.max(oldest.sinceMs, this.#progressAtMs) >= maxWaitMs - 1;
    const hasRoom = this.#slots.size < this.cap;
    if (isStuck && hasRoom && this.#waiting.length > this.#inPhase('starting').length) this.#start();
    if (hasRoom) this.#growth = setTimeout(() => this.#grow(), maxWaitMs);
  }

  #start(): void {
    const environment = new LambdaEnvironment(this.#definition, {
      registry: this.#settings.registry,
      awsGatewayUrl: this.#settings.awsGatewayUrl,
      gateway: this.#settings.gateway,
      compileCacheDir: this.#settings.compileCacheDir,
      skewMs: this.#settings.nextSkewMs(),
      log: this.#settings.logSink(),
      onDeath: () => {
        if (this.#slots.delete(slot) && !this.#closed) this.#dispatch();
      },
    });
    const slot: Slot = { environment, usedAtMs: Date.now() };
    this.#slots.add(slot);
    environment.ready.then(
      () => {
        if (slot.isStale) void this.#drop(slot);
        this.#dispatch();
      },
      (error: ErrorPayload) => this.#failStart(slot, error),
    );
  }

  /** An environment that cannot start fails only the invocation that requested it. */
  #failStart(slot: Slot, error: ErrorPayload): void {
    this.#drop(slot);
    const next = this.#waiting.shift();
    this.#failures += 1;
    next?.resolve(failure(error));
    if (!this.#closed) this.#dispatch();
  }

  async #run(slot: Slot, { request, resolve }: Waiting): Promise<void> {
    this.#progressAtMs = performance.now();
    const { result, alive } = await slot.environment.run(request);
    this.#progressAtMs = performance.now();
    slot.usedAtMs = Date.now();
    if (result.functionError !== undefined) this.#failures += 1;
    if (!alive || slot.isStale || this.#drawRecycling()) this.#drop(slot);
    resolve(result);
    if (!this.#closed) this.#dispatch();
  }

  /** Draws whether a worker ends now; a drawn end keeps the function's other workers for a while. */
  #drawRecycling(): boolean {
    const nowMs = performance.now();
    const isChosen = this.#settings.random() < this.#settings.recycleShare;
    if (!isChosen || nowMs - this.#recycledAtMs < recycleIntervalMs) return false;
    this.#recycledAtMs = nowMs;
    return true;
  }

  #drop(slot: Slot): Promise<void> {
    this.#slots.delete(slot);
    return slot.environment.stop();
  }

  /** Last use of the longest unused idle worker; undefined when none is idle. */
  oldestIdleAtMs(): number | undefined {
    return this.#oldestIdle()?.usedAtMs;
  }

  dropOldestIdle(): void {
    const slot = this.#oldestIdle();
    if (slot !== undefined) void this.#drop(slot);
  }

  #oldestIdle(): Slot | undefined {
    return this.#inPhase('idle').sort((a, b) => a.usedAtMs - b.usedAtMs)[0];
  }

  #reap(): void {
    const { idleMs } = this.#settings;
    for (const slot of this.#inPhase('idle')) {
      const unusedMs = Date.now() - slot.usedAtMs;
      if (unusedMs > (this.#slots.size > 1 ? idleMs * surplusShare : idleMs)) void this.#drop(slot);
    }
  }

  /** Ends each worker as soon as it is idle, so that later invocations run the current code. */
  reload(): void {
    for (const slot of this.#slots) slot.isStale = true;
    for (const slot of this.#inPhase('idle')) void this.#drop(slot);
  }

  get workerCount(): number {
    return this.#slots.size;
  }

  status(): FunctionStatus {
    return {
      functionName: this.#definition.name,
      memoryMb: this.#definition.memoryMb,
      timeoutSeconds: this.#definition.timeoutSeconds,
      workers: {
        starting: this.#inPhase('starting').length,
        idle: this.#inPhase('idle').length,
        busy: this.#inPhase('busy').length,
      },
      queued: this.#waiting.length,
      invocations: this.#invocations,
      failures: this.#failures,
    };
  }

  /** Kills at most `count` workers, busy ones first; their invocations fail. Returns the number of killed workers. */
  async stopWorkers(count: number): Promise<number> {
    const chosen = [...this.#inPhase('busy'), ...this.#inPhase('starting'), ...this.#inPhase('idle')].slice(
      0,
      count,
    );
    await Promise.all(chosen.map((slot) => this.#drop(slot)));
    return chosen.length;
  }

  /** Ends every worker; running and waiting invocations fail. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#reaper);
    clearTimeout(this.#growth);
    const waiting = this.#waiting.splice(0);
    const error = { errorType: 'Runtime.ExitError', errorMessage: 'The runtime is stopping.' };
    for (const { resolve } of waiting) resolve(failure(error));
    await Promise.all([...this.#slots].map((slot) => this.#drop(slot)));
  }
}
