/** Jobs whose workers are dead for some minutes: the one that runs them, and the one that finds those of the tick. */
import { setTimeout as sleep } from 'node:timers/promises';
import { functionName } from '../../../lib/aws/names.ts';
import type { JobRow } from '../../../shared/modules/scheduler/job.ts';
import type { Execution } from '../../../shared/modules/scheduler/runs/run-contract.ts';
import { aJob, executionsPath, jobsPath } from '../builders/scheduler.ts';
import { eventually } from '../clients/eventually.ts';
import type { OwnRuntime } from '../runtime/own-runtime.ts';

const workers = ['executeJobs', 'tickJobs'].map((name) => functionName('local', 'scheduler', name));

/** Two jobs that EventBridge fires, and two of the tick. */
const schedules = [
  { scheduleType: 'interval', scheduleValue: '1m' },
  { scheduleType: 'interval', scheduleValue: '20s' },
  { scheduleType: 'cron', scheduleValue: '* * * * *' },
  { scheduleType: 'cron', scheduleValue: '* * 1-30,L * *' },
] as const;

/** Runs are planned up to two minutes ahead; a tick makes up for the last minute, and for one firing before. */
const [plannedAheadMs, madeUpForMs] = [120_000, 120_000];

export interface OutageOutcome {
  /** Schedules that have fired again. */
  resumed: string[];
  /** Runs of the tick in the middle of the outage. */
  madeUpFor: number;
  deadLetters: number;
}

/** Kills the workers, and lets none of them use the table, for this time. Returns when all jobs have run afterwards. */
export async function fireAroundOutage(
  runtime: OwnRuntime,
  outageMs: number,
  withinMs: number,
): Promise<OutageOutcome> {
  const jobs: JobRow[] = [];
  for (const schedule of schedules) jobs.push(await runtime.request('POST', jobsPath, aJob(schedule)));
  const fromMs = Date.now();
  const faults: string[] = [];
  for (const name of workers) {
    faults.push(await runtime.addFault({ effect: 'error', service: 'dynamodb', functionName: name }));
    await runtime.stopWorker(name);
  }
  await sleep(outageMs);
  for (const fault of faults) await runtime.removeFault(fault);
  const untilMs = Date.now();

  const runsOf = async ({ id }: JobRow) => {
    const path = `${executionsPath(id)}?state=completed&pageSize=100`;
    const { data } = await runtime.request<{ data: Execution[] }>('GET', path);
    return data.map(({ scheduledAt }) => Date.parse(scheduledAt));
  };
  const resumed: string[] = [];
  let madeUpFor = 0;
  for (const job of jobs) {
    const runs = await eventually(
      `a run of ${job.scheduleValue}`,
      async () => {
        const times = await runsOf(job);
        return times.some((atMs) => atMs > untilMs) ? times : undefined;
      },
      withinMs,
    );
    resumed.push(job.scheduleValue);
    if (job.scheduleValue === '20s')
      madeUpFor += runs.filter(
        (atMs) => atMs > fromMs + plannedAheadMs && atMs < untilMs - madeUpForMs,
      ).length;
  }
  for (const { id } of jobs) await runtime.request('DELETE', `${jobsPath}?id=${id}`);
  const { deadLetters } = await runtime.queue('scheduler-execution');
  return { resumed, madeUpFor, deadLetters: Number(deadLetters) };
}
