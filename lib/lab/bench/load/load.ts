/**
 * `npm run bench -- load`: increases the request rate step by step, measures latencies, and finds the saturation
 * point.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BenchContext } from '../bench.ts';
import { percentilesOf, quantile } from '../statistics.ts';
import { capacityOf } from './capacity.ts';
import { generate, inOne } from './generator.ts';
import { endpointHeader, endpointRows, loadReport, stepHeader, stepRow } from './load-report.ts';
import { cpuTicks, disturbance, loadBetween } from './machine.ts';
import { costsOf, prepareMix } from './mix.ts';
import { renderPage } from './page.ts';
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
/** A generator with a longer delay would measure itself. */
const lateMs = 20;

/** Columns of the same width; the first one has names. */
const textRow = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(25) : cell.padStart(14))).join('');

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
  const { platform, caller, mixed, requests, tool } = await prepareMix(context);
  const costs = await costsOf(platform, caller, mixed);
  const capacity = await capacityOf(platform, tool, requests);
  console.log(
    `Under unlimited load it completes ${capacity.toFixed(0)} requests/s.\n\n${textRow(stepHeader)}`,
  );

  const steps: Step[] = [];
  const notes: string[] = [];
  const late: number[] = [];
  for (let perSecond = nextRate(steps, capacity); perSecond; perSecond = nextRate(steps, capacity)) {
    const before = cpuTicks();
    const job = { requests, perSecond, seconds: stepSeconds, seed: steps.length + 1 };
    const { latenessMs, ...report } = inOne(await generate(tool, job));
    const machine = loadBetween(before, cpuTicks());
    const step = stepOf({ ...report, seconds: stepSeconds, machine });
    steps.push(step);
    console.log(textRow(stepRow(step)));
    late.push(quantile(latenessMs, 0.99));
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
      `In ${disturbed.length} of ${steps.length} steps other programs used the machine (column “others’ CPU”): the figures are worse than the ` +
        'system’s own.',
    );
  const problems = loadProblems(steps, saturation);
  console.log(`\n${saturationText(saturation)}\n`);
  if (saturation)
    for (const row of [endpointHeader, ...endpointRows(saturation.step, costs), []])
      console.log(textRow(row));
  for (const line of [...notes, ...problems]) console.log(line);

  const report = resolve(join(dir, 'load.html'));
  const page = loadReport({ steps, saturation, costs, remarks: [...notes, ...problems] });
  writeFileSync(report, renderPage(page));
  const figures = steps.map(({ latenciesMs, ...step }) => ({
    ...step,
    endpoints: Object.fromEntries(
      Object.entries(latenciesMs).map(([name, all]) => [
        name,
        { count: all.length, maxMs: Math.max(...all), ...percentilesOf(all) },
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
  console.log(`Report: ${report}`);
  return problems;
}
