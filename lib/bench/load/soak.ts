/** `npm run bench -- soak --minutes 20`: a steady load of all modules, under which nothing may grow. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PurgeQueueCommand } from '@aws-sdk/client-sqs';
import type { QueueStatus } from '../../local/messaging.ts';
import type { BenchContext } from '../bench.ts';
import { runTool } from '../child.ts';
import type { Platform } from '../platform.ts';
import { startBenchSink } from '../sink.ts';
import type { MixedJob, MixedReport } from '../tools/mixed-load.ts';
import { type Sample, soakProblems } from './figures.ts';
import { memoryMb } from './memory.ts';
import { mixOf } from './mix.ts';
import { soakPicture } from './picture.ts';

/** Below the knee, so that what waits does so for another reason than too little of a machine. */
const concurrency = 3;
const pauseMs = 100;
const stretchSeconds = 10;
const rulesInTenant = 1_000;
/** Nobody of ours reads it: a team's own consumer would. */
const teamsQueue = 'jobs';

/** Messages that wait in queues that functions read. */
async function waitingIn({ controlUrl, queues }: Platform): Promise<number> {
  const response = await fetch(`${controlUrl}/queues`);
  const { queues: all } = (await response.json()) as { queues: QueueStatus[] };
  const { sqs, queueUrl } = queues();
  await sqs.send(new PurgeQueueCommand({ QueueUrl: queueUrl(teamsQueue) })).catch(() => undefined);
  sqs.destroy();
  return all
    .filter(({ name }) => name !== teamsQueue)
    .reduce((sum, { visible, delayed, inFlight }) => sum + visible + delayed + inFlight, 0);
}

/** Loads for so long, prints a line a minute, writes `soak.svg`. Answers what did not stay as it was. */
export async function runSoak(context: BenchContext, minutes: number, dir: string): Promise<string[]> {
  const [bundles, platform] = await Promise.all([context.bundles(), context.platform()]);
  await using sink = await startBenchSink(bundles.tool('sink'));
  const { requests } = await mixOf(platform, await platform.tenantWithRules(rulesInTenant), sink.url);
  const samples: Sample[] = [];
  const failures: Record<string, number> = {};
  const startMs = performance.now();
  let answered = 0;
  let lastLine = -1;
  while (performance.now() - startMs < minutes * 60_000) {
    const job: MixedJob = { requests, concurrency, seconds: stretchSeconds, pauseMs };
    const report = await runTool<MixedJob, MixedReport>(bundles.tool('mixed-load'), job);
    answered += report.latencies.reduce((sum, { elapsedMs }) => sum + elapsedMs.length, 0);
    for (const [what, count] of Object.entries(report.failures))
      failures[what] = (failures[what] ?? 0) + count;
    await sleep(200);
    const atSeconds = (performance.now() - startMs) / 1_000;
    const sample = {
      atSeconds,
      memoryMb: memoryMb(),
      waiting: await waitingIn(platform),
      requests: answered,
    };
    samples.push(sample);
    const minute = Math.floor(atSeconds / 60);
    if (minute === lastLine) continue;
    lastLine = minute;
    const memory = Object.entries(sample.memoryMb).map(([what, mb]) => `${what} ${mb.toFixed(0)} MB`);
    console.log(
      `${String(minute).padStart(4)} min  ${memory.join(', ')}, ${sample.waiting} messages wait, ${answered} answers`,
    );
  }
  const failed = Object.entries(failures).map(([what, count]) => `${count} requests failed: ${what}.`);
  const problems = [...soakProblems(samples), ...failed];
  writeFileSync(join(dir, 'soak.svg'), soakPicture(samples, problems));
  writeFileSync(join(dir, 'soak.json'), `${JSON.stringify({ minutes, problems, samples }, null, 2)}\n`);
  console.log(
    `\n${problems.length === 0 ? 'Memory is flat, no queue grows.' : problems.join('\n')}\n${join(dir, 'soak.svg')} shows it.`,
  );
  return problems;
}
