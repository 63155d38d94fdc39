/** `npm run bench -- load`: more and more requests per second, how long each waits, and from where on it is too many. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BenchContext } from '../bench.ts';
import { startBenchSink } from '../sink.ts';
import { capacityOf } from './capacity.ts';
import { costsOf, type EndpointCost } from './costs.ts';
import { generate, inOne } from './generator.ts';
import { percentile, percentilesOf } from './histogram.ts';
import { loadPicture } from './load-picture.ts';
import { cpuTicks, disturbance, loadBetween } from './machine.ts';
import { mixOf } from './mix.ts';
import { isOverloaded, type SaturationPoint, type Step, saturationOf, stepOf } from './saturation.ts';
import { waitUntilIdle } from './waiting.ts';

/** Of what the system answers when it is always asked for more. */
const shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.15] as const;
/** As long as the system bears the last of them, this much more is asked of it: it may have been disturbed at first. */
const furtherTimes = 1.25;
const maxSteps = 18;
/** Of fewer there is nothing to count. */
const minPerSecond = 1;
const stepSeconds = 14;
const idleTimeoutSeconds = 30;
const rulesInTenant = 1_000;
/** A generator that is later than this would measure itself. */
const lateMs = 20;

const cell = (value: number, digits = 1): string => value.toFixed(digits).padStart(9);
const stepHeader = '  asked/s answered/s   p50 ms    p90 ms    p99 ms  p99.9 ms  failed  others';

function stepLine({
  offeredPerSecond,
  completedPerSecond,
  latency,
  failures,
  pendingAtEnd,
  machine,
}: Step): string {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, pendingAtEnd);
  const others = machine === undefined ? '-' : `${((machine.others + machine.stolen) * 100).toFixed(0)} %`;
  const { p50, p90, p99, 'p99.9': p999 } = latency;
  return `${cell(offeredPerSecond)} ${cell(completedPerSecond)}${[p50, p90, p99, p999].map((ms) => ` ${cell(ms)}`).join('')} ${String(failed).padStart(7)} ${others.padStart(7)}`;
}

/** What a step's endpoints answered and cost, slowest first. */
function endpointLines({ histograms }: Step, costs: Readonly<Record<string, EndpointCost>>): string[] {
  const header = `${'endpoint'.padEnd(24)}  answers   p50 ms    p90 ms    p99 ms  p99.9 ms  USD per million`;
  const rows = Object.entries(histograms)
    .toSorted(([, a], [, b]) => percentile(b, 0.5) - percentile(a, 0.5))
    .map(([name, histogram]) => {
      const figures = Object.values(percentilesOf(histogram)).map((ms) => ` ${cell(ms)}`);
      const cost = costs[name]?.total.toFixed(2) ?? '-';
      return `${name.padEnd(24)} ${String(histogram.count).padStart(8)}${figures.join('')} ${cost.padStart(16)}`;
    });
  return [header, ...rows];
}

/** The rate after these steps; undefined when there is nothing more to learn. */
export function nextRate(steps: readonly Step[], capacity: number): number | undefined {
  const share = shares[steps.length];
  if (isOverloaded(steps) || steps.length >= maxSteps) return undefined;
  if (share !== undefined) return Math.max(minPerSecond, share * capacity);
  const isBorne = saturationOf(steps)?.isPassed === false;
  return isBorne
    ? capacity * (shares.at(-1) ?? 1) * furtherTimes ** (steps.length - shares.length + 1)
    : undefined;
}

/** The saturation point in words. */
export function saturationText(saturation: SaturationPoint | undefined): string {
  if (saturation === undefined) return 'No saturation point: the system did not keep up with any rate.';
  const rate = saturation.step.offeredPerSecond.toFixed(0);
  return saturation.isPassed
    ? `Saturation point: ${rate} requests/s.`
    : `The saturation point is not below ${rate} requests/s, the highest rate that was tried.`;
}

/** What makes a load fail: requests that failed at rates which the system should bear. */
export function loadProblems(steps: readonly Step[], saturation: SaturationPoint | undefined): string[] {
  if (saturation === undefined) return [saturationText(saturation)];
  return steps
    .filter(({ offeredPerSecond }) => offeredPerSecond <= saturation.step.offeredPerSecond)
    .flatMap(({ offeredPerSecond, failures, pendingAtEnd }) =>
      Object.entries({ ...failures, ...(pendingAtEnd > 0 && { 'no answer': pendingAtEnd }) }).map(
        ([what, count]) => `At ${offeredPerSecond.toFixed(0)} requests/s ${count} failed: ${what}.`,
      ),
    );
}

/** Measures, prints, writes `load.html` and `load.json` into the folder. Returns what went wrong. */
export async function runLoad(context: BenchContext, dir: string): Promise<string[]> {
  console.log('Starts the platform, which takes minutes after a change of the code, and warms it up.');
  const [tool, platform] = await Promise.all([context.tools(), context.platform()]);
  await using sink = await startBenchSink(tool('sink'));
  const mixed = await mixOf(platform, await platform.tenantWithRules(rulesInTenant), sink.url);
  const requests = mixed.map(({ request }) => request);
  const costs = await costsOf(platform.controlUrl, mixed);
  const capacity = await capacityOf(platform, tool('mixed-load'), requests);
  console.log(`Asked for ever more, it returns ${capacity.toFixed(0)} requests/s.\n\n${stepHeader}`);

  const steps: Step[] = [];
  const notes: string[] = [];
  const late: number[] = [];
  for (let perSecond = nextRate(steps, capacity); perSecond; perSecond = nextRate(steps, capacity)) {
    const before = cpuTicks();
    const job = { requests, perSecond, seconds: stepSeconds, seed: steps.length + 1 };
    const { lateness, ...report } = inOne(await generate(tool('mixed-load'), job));
    const machine = loadBetween(before, cpuTicks());
    const step = stepOf({ ...report, seconds: stepSeconds, machine });
    steps.push(step);
    console.log(stepLine(step));
    late.push(percentile(lateness, 0.99));
    const left = await waitUntilIdle(platform, idleTimeoutSeconds);
    if (left > 0)
      notes.push(`After ${step.offeredPerSecond.toFixed(0)} requests/s ${left} messages still waited.`);
  }
  const tooLate = late.filter((byMs) => byMs > lateMs);
  if (tooLate.length > 0)
    notes.push(
      `In ${tooLate.length} of ${steps.length} steps the generator itself was late, by up to ${Math.max(...tooLate).toFixed(0)} ms, which is in the latencies.`,
    );
  const saturation = saturationOf(steps);
  const disturbed = steps.flatMap(({ machine }) => disturbance(machine) ?? []);
  if (disturbed.length > 0)
    notes.push(
      `In ${disturbed.length} of ${steps.length} steps the machine was busy with something else (column “others”): its figures are worse than the system’s.`,
    );
  const problems = loadProblems(steps, saturation);
  console.log(`\n${saturationText(saturation)}\n`);
  if (saturation) console.log([...endpointLines(saturation.step, costs), ''].join('\n'));
  for (const line of [...notes, ...problems]) console.log(line);

  const picture = resolve(join(dir, 'load.html'));
  writeFileSync(picture, loadPicture({ steps, saturation, costs, notes: [...notes, ...problems] }));
  const figures = steps.map(({ histograms, ...step }) => ({
    ...step,
    endpoints: Object.fromEntries(
      Object.entries(histograms).map(([name, one]) => [
        name,
        { count: one.count, maxMs: one.maxMs, ...percentilesOf(one), counts: one.counts },
      ]),
    ),
  }));
  const json = {
    capacity,
    saturation: saturation?.step.offeredPerSecond ?? null,
    steps: figures,
    costs,
    notes,
    problems,
  };
  writeFileSync(join(dir, 'load.json'), `${JSON.stringify(json, null, 2)}\n`);
  console.log(`${picture} shows it.`);
  return problems;
}
