/** `npm run bench -- load`: more and more clients at a time, how long they wait, and where more is too much. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from '../bench.ts';
import { runTool } from '../child.ts';
import { startBenchSink } from '../sink.ts';
import { quantile } from '../statistics.ts';
import type { MixedJob, MixedReport } from '../tools/mixed-load.ts';
import { kneeOf, type Step, stepOf } from './figures.ts';
import { mixOf } from './mix.ts';
import { loadPicture } from './picture.ts';

const concurrencies = [1, 2, 4, 8, 16, 32, 64] as const;
const seconds = 8;
const warmUpSeconds = 5;
const rulesInTenant = 1_000;

const ms = (value: number): string => value.toFixed(1).padStart(9);

/** Measures, prints, writes `load.svg` and `load.json` into the folder. Answers how many requests failed. */
export async function runLoad(context: BenchContext, dir: string): Promise<number> {
  const [bundles, platform] = await Promise.all([context.bundles(), context.platform()]);
  await using sink = await startBenchSink(bundles.tool('sink'));
  const caller = await platform.tenantWithRules(rulesInTenant);
  const { requests, costs } = await mixOf(platform, caller, sink.url);
  const send = (concurrency: number, forSeconds: number) =>
    runTool<MixedJob, MixedReport>(bundles.tool('mixed-load'), {
      ...{ requests, concurrency, seconds: forSeconds, pauseMs: 0 },
    });

  await send(8, warmUpSeconds);
  const steps: Step[] = [];
  const failures: Record<string, number> = {};
  console.log(' clients  requests/s    p50 ms    p95 ms    p99 ms');
  for (const concurrency of concurrencies) {
    const report = await send(concurrency, seconds);
    for (const [what, count] of Object.entries(report.failures))
      failures[what] = (failures[what] ?? 0) + count;
    const step = stepOf(
      concurrency,
      report.seconds,
      report.latencies.filter(({ elapsedMs }) => elapsedMs.length > 0),
    );
    steps.push(step);
    const { perSecond, p50Ms, p95Ms, p99Ms } = step;
    console.log(
      `${String(concurrency).padStart(8)} ${perSecond.toFixed(0).padStart(11)} ${[p50Ms, p95Ms, p99Ms].map(ms).join(' ')}`,
    );
  }
  const knee = kneeOf(steps);
  console.log(`\nThe knee: ${knee.concurrency} clients, ${knee.perSecond.toFixed(0)} requests/s.\n`);
  for (const { name, elapsedMs } of knee.endpoints) {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => ms(quantile(elapsedMs, share)));
    console.log(`${name.padEnd(20)} ${p50} ${p95} ${p99} ms   ${costs[name]}`);
  }
  writeFileSync(join(dir, 'load.svg'), loadPicture(steps, knee, costs));
  const figures = steps.map(({ endpoints: _, ...figure }) => figure);
  writeFileSync(
    join(dir, 'load.json'),
    `${JSON.stringify({ knee: knee.concurrency, steps: figures, costs, failures }, null, 2)}\n`,
  );
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  console.log(`\n${join(dir, 'load.svg')} shows it.${failed ? ` Failed: ${JSON.stringify(failures)}` : ''}`);
  return failed;
}
