/**
 * Speed of an import compared with a bare loop that writes the same items, its cost when nothing has changed, and its
 * memory.
 */
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { runTool } from '../child.ts';
import { sized } from '../size.ts';
import { alternate, median } from '../statistics.ts';
import type { SyncJob, SyncReport } from '../tools/sync.ts';

const [few, many] = [sized(500, 10), sized(50_000, 100)];
const batchSize = sized(1_000, 20);
const rounds = 1;
const warmUp = sized(2_000, 10);
/** Garbage does not count: it is collected before each measurement, and the small heap limits it in between. */
const collecting = ['--expose-gc', '--max-semi-space-size=1'];

async function run(
  context: BenchContext,
  job: Pick<SyncJob, 'records' | 'rounds' | 'isCompared' | 'warmUp'>,
  nodeFlags: readonly string[] = [],
): Promise<SyncReport> {
  const bundles = await context.bundles();
  const table = await context.passiveTable();
  return runTool<SyncJob, SyncReport>(
    bundles.tool('sync'),
    {
      ...job,
      ours: bundles.ours('sync', 'import-records'),
      bare: bundles.bare('import-records'),
      bucket: table.bucket,
      batchSize,
    },
    table.environment,
    nodeFlags,
  );
}

/** Measured together but reported apart: the second import needs the first. */
const comparisons = new WeakMap<BenchContext, Promise<SyncReport>>();
function comparison(context: BenchContext): Promise<SyncReport> {
  const known = comparisons.get(context);
  if (known !== undefined) return known;
  const measured = run(context, { records: many, rounds, isCompared: true, warmUp });
  comparisons.set(context, measured);
  return measured;
}

async function throughput(context: BenchContext): Promise<Measurement> {
  const { oursMs, bareMs } = await comparison(context);
  const perSecond = (ms: number) => many / (ms / 1_000);
  return {
    ours: Math.round(perSecond(median(oursMs))),
    other: Math.round(perSecond(median(bareMs))),
    notes: [
      `median of ${rounds} alternating imports of ${many} NDJSON records, batches of ${batchSize}`,
      'the bare loop reads the same file and writes the same six items per record, 25 per request',
    ],
  };
}

async function noop(context: BenchContext): Promise<Measurement> {
  const { oursMs, againMs, repeated } = await comparison(context);
  if (repeated?.skippedCount !== many)
    throw new Error(`The second import skipped only ${repeated?.skippedCount} records.`);
  return {
    ours: median(againMs),
    other: median(oursMs),
    notes: [`it skips all ${many} records and writes none`],
  };
}

async function memory(context: BenchContext): Promise<Measurement> {
  const peakOf = async (records: number) =>
    (await run(context, { records, rounds: 1, isCompared: false, warmUp: few }, collecting))
      .peakResidentBytes;
  const { atFew, atMany } = await alternate(sized(3, 1), {
    atFew: () => peakOf(few),
    atMany: () => peakOf(many),
  });
  const megabytes = (bytes: readonly number[]) => median(bytes) / 1_048_576;
  return { ours: megabytes(atMany), other: megabytes(atFew) };
}

export const syncBenches: readonly Bench[] = [
  {
    name: 'sync-throughput',
    unit: 'records per second',
    against: 'a bare loop that writes the same items',
    bar: 0.5,
    atLeast: true,
    measure: throughput,
  },
  {
    name: 'sync-noop',
    unit: 'ms',
    against: 'the first import of the same file',
    bar: 0.5,
    measure: noop,
  },
  {
    name: 'sync-memory',
    unit: 'MB maximum resident memory',
    against: `an import of ${many} records compared with ${few}`,
    bar: 1.3,
    measure: memory,
  },
];
