/**
 * `npm run bench -- load`: increases the request rate step by step, measures latencies, and finds the saturation
 * point.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BenchContext } from '../bench.ts';
import { startBenchSink } from '../sink.ts';
import { capacityOf } from './capacity.ts';
import { costsOf, type EndpointCost } from './costs.ts';
import { generate, inOne } from './generator.ts';
import { percentile, percentilesOf } from './histogram.ts';
import { loadReport } from './load-report.ts';
import { cpuTicks, disturbance, loadBetween } from './machine.ts';
import { mixOf } from './mix.ts';
import { isOverloaded, type SaturationPoint, type Step, saturationOf, stepOf } from './saturation.ts';
import { waitUntilIdle } from './waiting.ts';

/** Shares of the capacity. */
const shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.15] as const;
/**
 * While the system keeps up with the last share, the rate is raised by this factor: the first measurement may have
 * been disturbed.
 */
const furtherTimes = 1.25;
const maxSteps = 18;
/** Lower rates have too few requests to count. */
const minPerSecond = 1;
const stepSeconds = 14;
const idleTimeoutSeconds = 30;
const rulesInTenant = 1_000;
/** A generator with a longer delay would measure itself. */
const lateMs = 20;

const cell = (value: number, digits = 1): string => value.toFixed(digits).padStart(9);
const stepHeader = '  offered/s completed/s   p50 ms    p90 ms    p99 ms  p99.9 ms  failed  others';

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

/** Responses and costs of a step's endpoints, slowest first. */
function endpointLines({ histograms }: Step, costs: Readonly<Record<string, EndpointCost>>): string[] {
  const header = `${'endpoint'.padEnd(24)}  responses   p50 ms    p90 ms    p99 ms  p99.9 ms  USD per million`;
  const rows = Object.entries(histograms)
    .toSorted(([, a], [, b]) => percentile(b, 0.5) - percentile(a, 0.5))
    .map(([name, histogram]) => {
      const figures = Object.values(percentilesOf(histogram)).map((ms) => ` ${cell(ms)}`);
      const cost = costs[name]?.total.toFixed(2) ?? '-';
      return `${name.padEnd(24)} ${String(histogram.count).padStart(8)}${figures.join('')} ${cost.padStart(16)}`;
    });
  return [header, ...rows];
}

/** The rate after these steps; undefined when no further rate is needed. */
export function nextRate(steps: readonly Step[], capacity: number): number | undefined {
  const share = shares[steps.length];
  if (isOverloaded(steps) || steps.length >= maxSteps) return undefined;
  if (share !== undefined) return Math.max(minPerSecond, share * capacity);
  const isHandled = saturationOf(steps)?.isPassed === false;
  return isHandled
    ? capacity * (shares.at(-1) ?? 1) * furtherTimes ** (steps.length - shares.length + 1)
    : undefined;
}

/** The saturation point as a sentence. */
export function saturationText(saturation: SaturationPoint | undefined): string {
  if (saturation === undefined) return 'No saturation point: the system kept up with no rate.';
  const rate = saturation.step.offeredPerSecond.toFixed(0);
  return saturation.isPassed
    ? `Saturation point: ${rate} requests/s.`
    : `The saturation point is at or above ${rate} requests/s, the highest rate that was tried.`;
}

/** Problems that fail a load: failed requests at rates that the system should handle. */
export function loadProblems(steps: readonly Step[], saturation: SaturationPoint | undefined): string[] {
  if (saturation === undefined) return [saturationText(saturation)];
  return steps
    .filter(({ offeredPerSecond }) => offeredPerSecond <= saturation.step.offeredPerSecond)
    .flatMap(({ offeredPerSecond, failures, pendingAtEnd }) =>
      Object.entries({ ...failures, ...(pendingAtEnd > 0 && { 'no response': pendingAtEnd }) }).map(
        ([what, count]) => `At ${offeredPerSecond.toFixed(0)} requests/s ${count} failed: ${what}.`,
      ),
    );
}

/** Measures, prints, and writes `load.html` and `load.json` into the folder. Returns the problems. */
export async function runLoad(context: BenchContext, dir: string): Promise<string[]> {
  console.log('Starting the platform, which takes minutes after a change of the code, and warming it up.');
  const [tool, platform] = await Promise.all([context.tools(), context.platform()]);
  await using sink = await startBenchSink(tool('sink'));
  const mixed = await mixOf(platform, await platform.tenantWithRules(rulesInTenant), sink.url);
  const requests = mixed.map(({ request }) => request);
  const costs = await costsOf(platform.controlUrl, mixed);
  const capacity = await capacityOf(platform, tool('mixed-load'), requests);
  console.log(`Under unlimited load it completes ${capacity.toFixed(0)} requests/s.\n\n${stepHeader}`);

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
      notes.push(
        `After ${step.offeredPerSecond.toFixed(0)} requests/s, ${left} messages were still waiting.`,
      );
  }
  const tooLate = late.filter((byMs) => byMs > lateMs);
  if (tooLate.length > 0)
    notes.push(
      `In ${tooLate.length} of ${steps.length} steps the generator itself was late, by up to ${Math.max(...tooLate).toFixed(0)} ms, which the latencies include.`,
    );
  const saturation = saturationOf(steps);
  const disturbed = steps.flatMap(({ machine }) => disturbance(machine) ?? []);
  if (disturbed.length > 0)
    notes.push(
      `In ${disturbed.length} of ${steps.length} steps other programs used the machine (column “others”): the figures are worse than the ` +
        'system’s own.',
    );
  const problems = loadProblems(steps, saturation);
  console.log(`\n${saturationText(saturation)}\n`);
  if (saturation) console.log([...endpointLines(saturation.step, costs), ''].join('\n'));
  for (const line of [...notes, ...problems]) console.log(line);

  const picture = resolve(join(dir, 'load.html'));
  writeFileSync(picture, loadReport({ steps, saturation, costs, notes: [...notes, ...problems] }));
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
  console.log(`Report: ${picture}`);
  return problems;
}
