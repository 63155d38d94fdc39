/**
 * Child process of load and soak: sends a mix of requests at a rate that does not depend on responses, like
 * independent customers, and records the time of each from when it was due. Waiting for a free connection, or for this
 * process, is included, so that slow times are not hidden. Writes a report since the last one to standard output, one
 * line of JSON each, and all of them to its report file.
 *
 * autocannon is no replacement: its connections send a request after the last response, also with `overallRate`, and
 * it only estimates the requests that were held back; a mix with expected statuses and times by kind is beyond it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { filledIn, type MixedRequest } from '../load/request.ts';
import { dice } from '../mix/random.ts';

export interface MixedJob {
  requests: readonly MixedRequest[];
  perSecond: number;
  seconds: number;
  /** Further requests wait until one of these completes. */
  maxInFlight: number;
  /** How long to wait for responses after the last request. */
  drainSeconds: number;
  reportSeconds: number;
  /** The same seed makes the same requests at the same times. */
  seed: number;
}

/** The requests since the last report. */
export interface MixedReport {
  atSeconds: number;
  due: number;
  /** Expected responses while requests were due. */
  completedInTime: number;
  /** Abandoned at the end; their age is in the latencies. */
  pendingAtEnd: number;
  /** Of each expected response, from when its request was due, by name. */
  latenciesMs: Record<string, number[]>;
  /** Unexpected responses, by name and status; status 0 means no response. */
  failures: Record<string, number>;
  /** Delay of this process itself before it sent each request. */
  latenessMs: number[];
}

interface Due {
  job: MixedRequest;
  atMs: number;
}

const freshReport = (): Omit<MixedReport, 'atSeconds'> => ({
  due: 0,
  completedInTime: 0,
  pendingAtEnd: 0,
  latenciesMs: {},
  failures: {},
  latenessMs: [],
});

/** Kinds by weight, shuffled again whenever all were used: the shares are exact, the order is random. */
function createPicker(
  requests: readonly MixedRequest[],
  random: ReturnType<typeof dice>,
): () => MixedRequest {
  const all = requests.flatMap((one) => Array.from({ length: one.weight }, () => one));
  let deck: MixedRequest[] = [];
  return () => {
    if (deck.length === 0) deck = [...all];
    const [picked] = deck.splice(random.between(0, deck.length - 1), 1);
    if (picked === undefined) throw new Error('The mix is empty.');
    return picked;
  };
}

/** Returns the status, 0 without a response. */
async function send(job: MixedRequest, turn: number, dispatcher: Agent): Promise<number> {
  const { url, ...filled } = filledIn(job, turn);
  try {
    const { statusCode, body } = await request(url, { method: job.method, ...filled, dispatcher });
    await body.arrayBuffer();
    return statusCode;
  } catch {
    return 0;
  }
}

async function run(job: MixedJob, write: (report: MixedReport) => void): Promise<void> {
  const { requests, perSecond, seconds, maxInFlight, drainSeconds, reportSeconds, seed } = job;
  const random = dice(seed);
  const pickRequest = createPicker(requests, random);
  const turns = new Map<MixedRequest, number>();
  const dispatcher = new Agent();
  const waiting: Due[] = [];
  const inFlight = new Set<Due>();
  let report = freshReport();
  const startMs = performance.now();
  const sinceStart = () => performance.now() - startMs;
  const endMs = seconds * 1_000;

  const record = ({ job: { name }, atMs }: Due) => {
    report.latenciesMs[name] ??= [];
    report.latenciesMs[name].push(Number((sinceStart() - atMs).toFixed(2)));
  };
  const begin = async (due: Due) => {
    const { name, expectedStatus } = due.job;
    inFlight.add(due);
    const turn = turns.get(due.job) ?? 0;
    turns.set(due.job, turn + 1);
    const status = await send(due.job, turn, dispatcher);
    // Otherwise it was abandoned.
    if (!inFlight.delete(due)) return;
    if (status === expectedStatus) {
      record(due);
      if (sinceStart() <= endMs) report.completedInTime += 1;
    } else report.failures[`${name} ${status}`] = (report.failures[`${name} ${status}`] ?? 0) + 1;
    const next = waiting.shift();
    if (next !== undefined) void begin(next);
  };
  const writeReport = () => {
    write({ atSeconds: sinceStart() / 1_000, ...report });
    report = freshReport();
  };
  const reporter = setInterval(writeReport, reportSeconds * 1_000);

  // Independent clients arrive at exponentially distributed intervals (a Poisson process).
  const pause = () => (-Math.log(random.between(1, 1_000_000) / 1_000_000) / perSecond) * 1_000;
  for (let atMs = pause(); atMs < endMs; atMs += pause()) {
    const earlyMs = atMs - sinceStart();
    if (earlyMs > 0) await sleep(earlyMs);
    report.due += 1;
    report.latenessMs.push(Math.max(0, sinceStart() - atMs));
    const due = { job: pickRequest(), atMs };
    if (inFlight.size < maxInFlight) void begin(due);
    else waiting.push(due);
  }
  while (inFlight.size > 0 && sinceStart() <= endMs + drainSeconds * 1_000) await sleep(5);
  clearInterval(reporter);
  const abandoned = [...inFlight, ...waiting];
  report.pendingAtEnd += abandoned.length;
  for (const due of abandoned) record(due);
  inFlight.clear();
  waiting.length = 0;
  writeReport();
  await dispatcher.destroy();
}

const [jobFile = '', reportFile = ''] = process.argv.slice(2);
const reports: MixedReport[] = [];
await run(JSON.parse(readFileSync(jobFile, 'utf8')) as MixedJob, (report) => {
  reports.push(report);
  process.stdout.write(`${JSON.stringify(report)}\n`);
});
writeFileSync(reportFile, JSON.stringify(reports));
