/**
 * All modules at once among dying workers, throttled tables, outages, messages that come twice and out of order, and clocks
 * that differ; and afterwards a reader of the raw table and the bucket, who checks what must hold in every module. Each seed
 * has a tenant of its own in one runtime.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultSeed, type Random, seededRandom } from '../../lib/lab/faults/random.ts';
import { byRunLength, faultMinutes, isRepeatedSeed } from '../../lib/lab/faults/run-length.ts';
import { keepReport, writeReport } from '../support/fault-injection/kept-runs.ts';
import { rawItemsOf } from '../support/fault-injection/raw-items.ts';
import { growingProcesses, seedsReport } from '../support/fault-injection/seeds-report.ts';
import { objectSizes } from '../support/fault-injection/system-seed.ts';
import { runSeeds, type SeedResult } from '../support/fault-injection/system-seeds.ts';
import { faultRunSettings } from '../support/fault-injection/webhooks-under-faults.ts';
import { problemsIn } from '../support/invariants/index.ts';
import { rawTable } from '../support/invariants/table.ts';
import { type OwnRuntime, startOwnRuntime } from '../support/runtime/own-runtime.ts';

/** Of two consecutive seeds, one deletes what the other one keeps. */
const minSeeds = 2;
const maxSeeds = isRepeatedSeed ? 1 : byRunLength({ long: 12, short: minSeeds });
/** Generous: a run fails by what it leaves, not by how slow the machine is. */
const withinMs = 1_800_000;
const mendedWithinMs = 900_000;
const minutesMs = (faultMinutes ?? 0) * 60_000;

/** What is there only while something is on its way, or went wrong for good. */
const passing = new Set(['file_placement', 'file_work', 'outbox', 'sync_failure']);

let runtime: OwnRuntime;
const results: SeedResult[] = [];

/** What repeats a seed, and what it did. */
const failureOf = (result: SeedResult): string =>
  `${result.problems.join('; ')}: --seed ${result.seed} repeats it; see ${keepReport(`seed ${result.seed}`, result)}`;

function record(result: SeedResult): void {
  results.push(result);
  const { seed, problems, kills, repeated, endedAtSeconds, mendedAfterMs } = result;
  const outcome = problems.length === 0 ? 'holds' : failureOf(result);
  process.stdout.write(
    `${endedAtSeconds} s: seed ${seed}, ${kills} kills, ${repeated} repeated, whole after ${mendedAfterMs} ms: ${outcome}\n`,
  );
  writeReport(`system from seed ${faultSeed}`, { table: seedsReport(results), results });
}

let random: Random = seededRandom('runtime');

beforeAll(
  async () => {
    // Each seed calls nearly every function once: workers that end between two seeds would start again for each.
    const workers = { idleMs: 600_000, maxWorkers: 160 };
    runtime = await startOwnRuntime({ settings: faultRunSettings, workers, random: () => random() });
    await runSeeds(runtime, {
      firstSeed: faultSeed,
      maxSeeds: faultMinutes === undefined ? maxSeeds : Number.POSITIVE_INFINITY,
      endsAtMs: Date.now() + (faultMinutes === undefined ? withinMs : minutesMs),
      settledWithinMs: withinMs,
      mendedWithinMs,
      onSeed(seed) {
        random = seededRandom('runtime', seed);
      },
      onResult: record,
    });
    process.stdout.write(`${seedsReport(results)}\n`);
  },
  2 * withinMs + minutesMs,
);
afterAll(() => runtime?.stop());

describe('the whole system under injected faults', () => {
  it('leaves nothing orphaned, half-written, uncounted or undelivered in any module, with every seed', () => {
    expect(results.filter(({ problems }) => problems.length > 0).map(failureOf)).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
  });

  it('kills workers, and clients repeat requests', () => {
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    expect(sum(results.map(({ kills }) => kills))).toBeGreaterThan(0);
    expect(sum(results.map(({ repeated }) => repeated))).toBeGreaterThan(0);
    for (const { succeeded } of results) expect(Object.keys(succeeded).length).toBeGreaterThan(25);
  });

  it(
    'is consistent as a whole: the deployment, all tenants and the bucket',
    async () => {
      const table = rawTable(rawItemsOf(runtime), {
        objects: await objectSizes(runtime),
      });
      expect(problemsIn(table)).toEqual([]);
      // All checks had something to look at, but those of what is gone when all is done.
      const unseen = table.unseen().filter((entity) => !passing.has(entity));
      if (results.length >= minSeeds) expect(unseen).toEqual([]);
    },
    withinMs,
  );

  it('needs no more memory from seed to seed', () => {
    expect(growingProcesses(results)).toEqual([]);
  });
});
