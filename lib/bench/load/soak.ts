/** `npm run bench -- soak --minutes 20`: a steady load of all modules, under which nothing may grow and nothing fail. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FunctionStatus } from '../../local/lambda/pool.ts';
import type { BenchContext } from '../bench.ts';
import type { Platform } from '../platform.ts';
import { startBenchSink } from '../sink.ts';
import type { MixedReport } from '../tools/mixed-load.ts';
import { capacityOf } from './capacity.ts';
import { generate, inOne, sumOf } from './generator.ts';
import { heapMb } from './heap.ts';
import { merge, percentile, percentilesOf } from './histogram.ts';
import { cpuTicks, disturbance, loadBetween } from './machine.ts';
import { mixOf } from './mix.ts';
import { memoryMb } from './processes.ts';
import { keepsUpFrom } from './saturation.ts';
import { soakPicture } from './soak-picture.ts';
import { growthOf, judge, judgedText, type Sample, verdictOf } from './soak-verdict.ts';
import { totalOf, type Waiting, waitingIn, waitUntilIdle } from './waiting.ts';

/** Of what the system answers when it is always asked for more: far below the saturation point, so that what waits has another reason. */
const share = 0.3;
const heapName = 'heap of the runtime, after a collection';
const sampleSeconds = 2;
/** Of so many samples one looks into the heap, which stops everything for a moment. */
const heapEvery = 10;
const drainSeconds = 30;
const idleTimeoutSeconds = 60;
const rulesInTenant = 1_000;

async function functionsOf({ controlUrl }: Platform): Promise<FunctionStatus[]> {
  const response = await fetch(`${controlUrl}/functions`);
  return ((await response.json()) as { functions: FunctionStatus[] }).functions;
}

const failuresOf = (functions: readonly FunctionStatus[]): Record<string, number> =>
  Object.fromEntries(functions.map(({ functionName, failures }) => [functionName, failures]));

/** By how much the numbers have grown, where they have. */
function grown(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>) {
  return Object.entries(after).flatMap(([name, count]): [string, number][] => {
    const more = count - (before[name] ?? 0);
    return more > 0 ? [[name, more]] : [];
  });
}

async function sampleOf(
  platform: Platform,
  report: MixedReport,
  others: number | undefined,
  withHeap: boolean,
): Promise<Sample> {
  const [{ depths }, functions] = await Promise.all([waitingIn(platform), functionsOf(platform)]);
  const all = merge(Object.values(report.histograms));
  return {
    atSeconds: report.atSeconds,
    memoryMb: { ...memoryMb(), ...(withHeap && { [heapName]: heapMb() }) },
    waiting: depths,
    workers: functions.reduce(
      (sum, { workers: { starting, idle, busy } }) => sum + starting + idle + busy,
      0,
    ),
    due: report.due,
    ...(all.count > 0 && { p50Ms: percentile(all, 0.5), p99Ms: percentile(all, 0.99) }),
    others,
  };
}

function minuteLine({ atSeconds, memoryMb: memory, waiting, p99Ms }: Sample): string {
  const held = Object.entries(memory).map(([name, mb]) => `${name} ${mb.toFixed(0)}`);
  const minute = String(Math.floor(atSeconds / 60)).padStart(4);
  return `${minute} min   MB: ${held.join(', ')};   ${totalOf(waiting)} wait;   p99 ${p99Ms?.toFixed(0) ?? '-'} ms`;
}

/** Loads for so long and samples meanwhile. Prints a line a minute. */
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

/** `3 requests failed: 2 × getRule 503, 1 × listRules 500.`; nothing when nothing did. */
function problemLines(what: string, counts: readonly (readonly [string, number])[]): string[] {
  if (counts.length === 0) return [];
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const byCount = counts.toSorted(([, a], [, b]) => b - a);
  return [`${total} ${what}: ${byCount.map(([name, count]) => `${count} × ${name}`).join(', ')}.`];
}

/** What failed, in words. */
function failuresIn(
  { due, completedInTime, failures, pendingAtEnd }: MixedReport,
  functions: readonly [string, number][],
  deadLetters: readonly [string, number][],
  left: number,
): string[] {
  return [
    ...(completedInTime < keepsUpFrom * due
      ? ['This machine does not bear that rate: a lower one says more.']
      : []),
    ...problemLines('requests failed', Object.entries(failures)),
    ...problemLines('requests were not answered', pendingAtEnd > 0 ? [['at the end', pendingAtEnd]] : []),
    ...problemLines('invocations of functions failed', functions),
    ...problemLines('messages are dead letters', deadLetters),
    ...(left > 0
      ? [`${left} messages still waited ${idleTimeoutSeconds} seconds after the last request.`]
      : []),
  ];
}

export interface SoakOptions {
  minutes: number;
  /** Requests per second; undefined takes what this machine bears. */
  perSecond: number | undefined;
}

/** Loads, prints, writes `soak.html` and `soak.json` into the folder. Returns what did not stay as it was. */
export async function runSoak(
  context: BenchContext,
  { minutes, perSecond: asked }: SoakOptions,
  dir: string,
): Promise<string[]> {
  console.log('Starts the platform, which takes minutes after a change of the code, and warms it up.');
  const [tool, platform] = await Promise.all([context.tools(), context.platform()]);
  await using sink = await startBenchSink(tool('sink'));
  const mixed = await mixOf(platform, await platform.tenantWithRules(rulesInTenant), sink.url);
  const requests = mixed.map(({ request }) => request);
  const capacity = await capacityOf(platform, tool('mixed-load'), requests);
  const perSecond = asked ?? share * capacity;
  console.log(
    `Asked for ever more, it returns ${capacity.toFixed(0)} requests/s. ${minutes} minutes with ${perSecond.toFixed(0)} requests/s:`,
  );

  const before: [FunctionStatus[], Waiting] = [await functionsOf(platform), await waitingIn(platform)];
  const ticks = cpuTicks();
  const job = { requests, perSecond, seconds: minutes * 60 };
  const { samples, total } = await soak(platform, tool('mixed-load'), job);
  const machine = loadBetween(ticks, cpuTicks());
  const left = await waitUntilIdle(platform, idleTimeoutSeconds);
  const after: [FunctionStatus[], Waiting] = [await functionsOf(platform), await waitingIn(platform)];

  const judged = judge(samples);
  const growth = growthOf(judged);
  const failed = failuresIn(
    total,
    grown(failuresOf(before[0]), failuresOf(after[0])),
    grown(before[1].deadLetters, after[1].deadLetters),
    left,
  );
  const notes = [disturbance(machine)].flatMap((note) => note ?? []);
  const latency = percentilesOf(merge(Object.values(total.histograms)));
  console.log('');
  for (const one of judged) if (one.points.some(({ value }) => value > 0)) console.log(judgedText(one));
  const figures = Object.entries(latency).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`);
  console.log(`\n${total.due} requests, ${figures.join(', ')}`);
  for (const text of [...notes, ...growth, ...failed]) console.log(text);
  console.log(`\nflat: ${verdictOf(growth)}, failures: ${failed.length === 0 ? 'none' : failed.length}`);

  const picture = resolve(join(dir, 'soak.html'));
  const problems = [...growth, ...failed];
  const result = { minutes, perSecond, samples, judged, latency, due: total.due, growth, failed, notes };
  writeFileSync(picture, soakPicture(result));
  const json = { minutes, perSecond, capacity, problems, notes, failures: sumOf([total.failures]), samples };
  writeFileSync(join(dir, 'soak.json'), `${JSON.stringify(json, null, 1)}\n`);
  console.log(`${picture} shows it.`);
  return problems;
}
