/**
 * `npm run bench [names]`: measures, prints a table with bars, and writes `bench.json` into DATA_DIR; with `--tiny`,
 * every bench does as little as possible, and fails only if it does not end; `extraction-corpus --folder <path>`
 * reads the PDFs of a folder. Two longer benches run alone: `load` finds the saturation point, and `soak --minutes 20` (and `--rate 30`, requests per second)
 * checks that nothing grows; both write reports with charts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataOwner } from '../lib/demo/stage.ts';
import { measureAll } from '../lib/lab/bench/bench.ts';
import { createContext } from '../lib/lab/bench/context.ts';
import { runLoad } from '../lib/lab/bench/load/load.ts';
import { runSoak, type SoakOptions } from '../lib/lab/bench/load/soak.ts';
import { tableHeader, tableRow } from '../lib/lab/bench/report.ts';
import { makeDataDir } from '../lib/local/data-dir.ts';
import { dataDir } from './options/data-dir.ts';

const { names, soak, isTiny, folder } = parseRequest(process.argv.slice(2));
if (isTiny) process.env.BENCH_SIZE = 'tiny';
if (folder !== undefined) process.env.BENCH_FOLDER = folder;
// Benches read both when they are loaded.
const { benches } = await import('../lib/lab/bench/registry.ts');
const isLoad = names.length === 1 && (names[0] === 'load' || names[0] === 'soak');
/** A name selects its bench, or all benches whose names begin with the name and a hyphen. */
const selects = (name: string, bench: string): boolean => bench === name || bench.startsWith(`${name}-`);
const unknown = isLoad ? [] : names.filter((name) => !benches.some((bench) => selects(name, bench.name)));
if (unknown.length > 0) {
  const known = benches.map(({ name }) => `  ${name}`).join('\n');
  console.error(
    `Unknown bench ${unknown.join(', ')}. The benches are:\n${known}\n  load\n  soak --minutes <n> --rate <n>`,
  );
  process.exit(2);
}

interface BenchRequest {
  names: string[];
  soak: SoakOptions;
  isTiny: boolean;
  folder: string | undefined;
}

/** Parses the requested names and the options. */
function parseRequest(given: readonly string[]): BenchRequest {
  try {
    const options = {
      minutes: { type: 'string', default: '20' },
      rate: { type: 'string' },
      tiny: { type: 'boolean', default: false },
      folder: { type: 'string' },
    } as const;
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
    const [minutes, perSecond] = [Number(values.minutes), values.rate && Number(values.rate)];
    if (!(minutes > 0)) throw new Error('--minutes must be a number above 0.');
    if (perSecond !== undefined && !(Number(perSecond) > 0))
      throw new Error('--rate must be a number above 0.');
    return {
      names: positionals,
      soak: { minutes, perSecond: perSecond || undefined },
      isTiny: values.tiny,
      folder: values.folder,
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

// Exits explicitly instead of by the signal, so that the context's files are removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

if (isLoad) {
  makeDataDir(dataDir(), dataOwner);
  await using context = createContext();
  const problems = await (names[0] === 'load'
    ? runLoad(context, dataDir())
    : runSoak(context, soak, dataDir()));
  process.exitCode = problems.length === 0 ? 0 : 1;
} else await runBenches();

async function runBenches(): Promise<void> {
  await using context = createContext();
  makeDataDir(dataDir(), dataOwner);
  const chosen = benches.filter(
    ({ name }) => names.length === 0 || names.some((given) => selects(given, name)),
  );
  console.log(tableHeader());
  const results = await measureAll(chosen, context, (bench, result, soFar, notes) => {
    console.log(tableRow(bench, result, notes));
    writeFileSync(join(dataDir(), 'bench.json'), `${JSON.stringify(soFar, null, 2)}\n`);
  });
  const failed = Object.values(results).some(({ met, failure }) =>
    isTiny ? failure !== undefined : met === false,
  );
  process.exitCode = failed ? 1 : 0;
}
process.exit();
