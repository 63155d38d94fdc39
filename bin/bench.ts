/** `npm run bench [names]`: measures, prints a table with bars, and writes `bench.json` into DATA_DIR. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchResult, resultOf } from '../lib/bench/bench.ts';
import { createContext } from '../lib/bench/context.ts';
import { benches } from '../lib/bench/registry.ts';
import { tableHeader, tableRow } from '../lib/bench/report.ts';
import { openDataDir } from '../lib/local/data-dir.ts';

const dataDir = process.env.DATA_DIR || '.local';
const names = process.argv.slice(2);
const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  const known = benches.map(({ name }) => `  ${name}`).join('\n');
  console.error(`Unknown bench ${unknown.join(', ')}. There are:\n${known}`);
  process.exit(2);
}

/** The runtime empties only folders that it made itself, so the folder must be made its way. */
async function makeDataDir(): Promise<void> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) return;
  const release = await openDataDir(dataDir, false);
  await release();
}

// An exit of its own, rather than the signal's, so that the context's files are removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

const results: Record<string, BenchResult> = {};
{
  await using context = createContext();
  console.log(tableHeader());
  for (const bench of benches) {
    if (names.length > 0 && !names.includes(bench.name)) continue;
    const measured = await bench.measure(context);
    const result = resultOf(bench, measured);
    results[bench.name] = result;
    console.log(tableRow(bench, result, measured.notes));
  }
}
await makeDataDir();
writeFileSync(join(dataDir, 'bench.json'), `${JSON.stringify(results, null, 2)}\n`);
process.exit(Object.values(results).some(({ met }) => met === false) ? 1 : 0);
