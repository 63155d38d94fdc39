/** Seed after seed of the whole system in one runtime. A seed that failed is recorded, and the next one follows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { heapMb } from '../../../lib/lab/bench/load/heap.ts';
import { memoryMb } from '../../../lib/lab/bench/load/processes.ts';
import type { OwnRuntime } from '../runtime/own-runtime.ts';
import type { FaultPlan, Injected } from './fault-plan.ts';
import { settle, sweep } from './settling.ts';
import { type Checked, checkSeed, runSeed, type SeedRun } from './system-seed.ts';

export interface SeedResult {
  seed: number;
  /** From the start of the run. */
  endedAtSeconds: number;
  plan?: FaultPlan;
  succeeded: Record<string, number>;
  repeated: number;
  kills: number;
  injected: Injected;
  checked: Checked;
  /** Time from the end of the faults until everything held. */
  mendedAfterMs: number;
  /** What did not hold; empty for a seed that passed. */
  problems: string[];
  /** Of the runtime's processes, after the seed. */
  memoryMb: Record<string, number>;
}

export interface SeedsOptions {
  firstSeed: number;
  maxSeeds: number;
  /** No further seed begins after this time. */
  endsAtMs: number;
  /** Generous: a seed fails by what it leaves, not by how slow the machine is. */
  settledWithinMs: number;
  /** Leases and watchdogs take their time: what is still wrong then stays wrong. */
  mendedWithinMs: number;
  /** Called before each seed. */
  onSeed: (seed: number) => void;
  /** Called after each seed that is decided. */
  onResult: (result: SeedResult) => void;
}

const pauseMs = 2_000;
/** The runtime's own schedules look after most of what was left: sweeping for each seed would take longer than the seed. */
const sweptEveryMs = 180_000;

/** The runtime's processes, and the heap of the runtime itself without its workers. */
const memory = (): Record<string, number> => ({
  ...memoryMb(),
  'heap of the runtime, after a collection': heapMb(),
});

const describe = (error: unknown): string =>
  `${String(error)}${error instanceof Error && error.cause !== undefined ? ` (${String(error.cause)})` : ''}`;

const nothing = { items: 0, objects: 0, deliveries: 0 };

/**
 * Runs the seeds. What the leases of dead workers still hold back is checked again after each following seed, so that no seed
 * waits for them.
 */
export async function runSeeds(
  runtime: OwnRuntime,
  { firstSeed, maxSeeds, endsAtMs, settledWithinMs, mendedWithinMs, onSeed, onResult }: SeedsOptions,
): Promise<void> {
  const startedAtMs = Date.now();
  const secondsSinceStart = () => Math.round((Date.now() - startedAtMs) / 1_000);
  let pending: SeedRun[] = [];
  let sweptAtMs = startedAtMs;

  async function decide(run: SeedRun): Promise<boolean> {
    const { problems, checked } = await checkSeed(runtime, run).catch((error: unknown) => ({
      ...{ problems: [`The seed could not be checked: ${describe(error)}`], checked: nothing },
    }));
    const { seed, plan, workload, kills, injected, endedAtMs, sink } = run;
    const mendedAfterMs = Date.now() - endedAtMs;
    if (problems.length > 0 && mendedAfterMs < mendedWithinMs) return false;
    await sink.stop();
    const { succeeded, repeated } = workload;
    const outcome = { succeeded, repeated, kills, injected, checked, mendedAfterMs, problems };
    onResult({ seed, endedAtSeconds: secondsSinceStart(), plan, ...outcome, memoryMb: memory() });
    return true;
  }

  async function checkPending(includingDelayed: boolean): Promise<void> {
    await settle(runtime, { withinMs: settledWithinMs, includingDelayed });
    const left: SeedRun[] = [];
    for (const run of pending) if (!(await decide(run))) left.push(run);
    pending = left;
    if (pending.length === 0 || Date.now() - sweptAtMs < sweptEveryMs) return;
    await sweep(runtime);
    sweptAtMs = Date.now();
  }

  for (let seed = firstSeed; seed < firstSeed + maxSeeds && Date.now() < endsAtMs; seed += 1) {
    onSeed(seed);
    try {
      pending.push(await runSeed(runtime, seed));
    } catch (error) {
      onResult({
        ...{ seed, endedAtSeconds: secondsSinceStart(), succeeded: {}, repeated: 0, kills: 0, injected: {} },
        ...{ checked: nothing, mendedAfterMs: 0, problems: [describe(error)], memoryMb: memoryMb() },
      });
    }
    await checkPending(false);
  }
  await settle(runtime, { withinMs: settledWithinMs, includingDelayed: true });
  sweptAtMs = 0;
  while (pending.length > 0) {
    await sleep(pauseMs);
    await checkPending(true);
  }
}
