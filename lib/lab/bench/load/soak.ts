/** `npm run bench -- soak --minutes 20`: a steady load of all modules, during which nothing may grow or fail. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FunctionStatus } from '../../../local/lambda/pool.ts';
import type { BenchContext } from '../bench.ts';
import type { Platform } from '../platform.ts';
import { increases, percentilesOf, quantile } from '../statistics.ts';
import type { MixedReport } from '../tools/mixed-load.ts';
import { capacityOf } from './capacity.ts';
import { generate, inOne } from './generator.ts';
import { heapMb } from './heap.ts';
import { cpuTicks, disturbance, loadBetween } from './machine.ts';
import { prepareMix } from './mix.ts';
import { renderPage } from './page.ts';
import { memoryMb } from './processes.ts';
import { minCompletedShare } from './saturation.ts';
import { soakReport } from './soak-report.ts';
import { growthOf, judge, judgedText, type Sample, verdictOf } from './soak-verdict.ts';
import { totalOf, type Waiting, waitingIn, waitUntilIdle } from './waiting.ts';

/** Share of the capacity: far below the saturation point, so that waiting messages have another cause. */
const share = 0.3;
const heapName = 'heap of the runtime, after a collection';
const sampleSeconds = 2;
/** Every n-th sample reads the heap, which stops the runtime for a moment. */
const heapEvery = 10;
const drainSeconds = 30;
const idleTimeoutSeconds = 60;

async function functionsOf({ controlUrl }: Platform): Promise<FunctionStatus[]> {
  const response = await fetch(`${controlUrl}/functions`);
  return ((await response.json()) as { functions: FunctionStatus[] }).functions;
}

const failuresOf = (functions: readonly FunctionStatus[]): Record<string, number> =>
  Object.fromEntries(functions.map(({ functionName, failures }) => [functionName, failures]));

async function sampleOf(
  platform: Platform,
  report: MixedReport,
  others: number | undefined,
  withHeap: boolean,
): Promise<Sample> {
  // Read at once: on a busy machine the other figures arrive seconds later.
  const memory = { ...memoryMb(), ...(withHeap && { [heapName]: heapMb() }) };
  const [{ depths }, functions] = await Promise.all([waitingIn(platform), functionsOf(platform)]);
  const all = Object.values(report.latenciesMs).flat();
  return {
    atSeconds: report.atSeconds,
    memoryMb: memory,
    waiting: depths,
    workers: functions.reduce(
      (sum, { workers: { starting, idle, busy } }) => sum + starting + idle + busy,
      0,
    ),
    due: report.due,
    ...(all.length > 0 && { p50Ms: quantile(all, 0.5), p99Ms: quantile(all, 0.99) }),
    others,
  };
}

function minuteLine({ atSeconds, memoryMb: memory, waiting, p99Ms }: Sample): string {
  const held = Object.entries(memory).map(([name, mb]) => `${name} ${mb.toFixed(0)}`);
  const minute = String(Math.floor(atSeconds / 60)).padStart(4);
  return `${minute} min   MB: ${held.join(', ')};   ${totalOf(waiting)} wait;   p99 ${p99Ms?.toFixed(0) ?? '-'} ms`;
}

/** Generates load and takes samples. Prints a line per minute. */
async function soak(platform: Platform, tool: string, job: Parameters<typeof generate>[1]) {
  const samples: Sample[] = [];
  const sampling: Promise<void>[] = [];
  let ticks = cpuTicks();
  let samplesBegun = 0;
  const reports = await generate(tool, { ...job, reportSeconds: sampleSeconds, drainSeconds }, (report) => {
    const now = cpuTicks();
    const load = loadBetween(ticks, now);
    ticks = now;
    if (report.atSeconds > job.seconds) return;
    const withHeap = samplesBegun++ % heapEvery === 0;
    const others = load && load.others + load.stolen;
    sampling.push(
      sampleOf(platform, report, others, withHeap).then((sample) => {
        const before = samples.at(-1);
        samples.push(sample);
        const minute = Math.floor(sample.atSeconds / 60);
        if (before === undefined || Math.floor(before.atSeconds / 60) !== minute)
          console.log(minuteLine(sample));
      }),
    );
  });
  await Promise.all(sampling);
  return { samples: samples.toSorted((a, b) => a.atSeconds - b.atSeconds), total: inOne(reports) };
}

/** `3 requests failed: 2 × getRule 503, 1 × listRules 500.`; empty without failures. */
function problemLines(what: string, counts: Readonly<Record<string, number>>): string[] {
  const byCount = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  if (byCount.length === 0) return [];
  const total = totalOf(counts);
  return [`${total} ${what}: ${byCount.map(([name, count]) => `${count} × ${name}`).join(', ')}.`];
}

/** The failures as sentences. */
function failuresIn(
  { due, completedInTime, failures, pendingAtEnd }: MixedReport,
  functions: Readonly<Record<string, number>>,
  deadLetters: Readonly<Record<string, number>>,
  left: number,
): string[] {
  return [
    ...(completedInTime < minCompletedShare * due
      ? ['The machine cannot handle that rate: use a lower one.']
      : []),
    ...problemLines('requests failed', failures),
    ...problemLines('requests got no response', pendingAtEnd > 0 ? { 'at the end': pendingAtEnd } : {}),
    ...problemLines('function invocations failed', functions),
    ...problemLines('messages are in dead-letter queues', deadLetters),
    ...(left > 0
      ? [`${left} messages were still waiting ${idleTimeoutSeconds} seconds after the last request.`]
      : []),
  ];
}

export interface SoakOptions {
  minutes: number;
  /** Requests per second; undefined uses a share of the machine's capacity. */
  perSecond: number | undefined;
}

/** Generates load, prints, and writes `soak.html` and `soak.json` into the folder. Returns the problems. */
export async function runSoak(
  context: BenchContext,
  { minutes, perSecond: options }: SoakOptions,
  dir: string,
): Promise<string[]> {
  const { platform, requests, tool } = await prepareMix(context);
  const capacity = await capacityOf(platform, tool, requests);
  const perSecond = options ?? share * capacity;
  console.log(
    `Under unlimited load it completes ${capacity.toFixed(0)} requests/s. ${minutes} minutes with ${perSecond.toFixed(0)} requests/s:`,
  );

  const before: [FunctionStatus[], Waiting] = [await functionsOf(platform), await waitingIn(platform)];
  const ticks = cpuTicks();
  const job = { requests, perSecond, seconds: minutes * 60 };
  const { samples, total } = await soak(platform, tool, job);
  const machine = loadBetween(ticks, cpuTicks());
  const left = await waitUntilIdle(platform, idleTimeoutSeconds);
  const after: [FunctionStatus[], Waiting] = [await functionsOf(platform), await waitingIn(platform)];

  const judged = judge(samples);
  const growth = growthOf(judged);
  const failed = failuresIn(
    total,
    increases(failuresOf(before[0]), failuresOf(after[0])),
    increases(before[1].deadLetters, after[1].deadLetters),
    left,
  );
  const notes = [disturbance(machine)].flatMap((note) => note ?? []);
  const latency = percentilesOf(Object.values(total.latenciesMs).flat());
  console.log('');
  for (const one of judged) if (one.points.some(({ value }) => value > 0)) console.log(judgedText(one));
  const figures = Object.entries(latency).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`);
  console.log(`\n${total.due} requests, ${figures.join(', ')}`);
  for (const text of [...notes, ...growth, ...failed]) console.log(text);
  console.log(`\nflat: ${verdictOf(growth)}, failures: ${failed.length === 0 ? 'none' : failed.length}`);

  const report = resolve(join(dir, 'soak.html'));
  const problems = [...growth, ...failed];
  const result = { minutes, perSecond, samples, judged, latency, due: total.due, growth, failed, notes };
  writeFileSync(report, renderPage(soakReport(result)));
  const json = { minutes, perSecond, capacity, problems, notes, failures: total.failures, samples };
  writeFileSync(join(dir, 'soak.json'), `${JSON.stringify(json, null, 1)}\n`);
  console.log(`Report: ${report}`);
  return problems;
}
