/**
 * Child process of load and soak: sends a mix of requests at a rate that does not depend on responses, like
 * independent customers, and records the time of each from when it was due. Waiting for a free connection, or for this
 * process, is included, so that slow times are not hidden. Writes a report since the last one to standard output, one
 * line of JSON each.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { emptyHistogram, type Histogram, record } from '../load/histogram.ts';
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
  /** Abandoned at the end; their age is in the histograms. */
  pendingAtEnd: number;
  histograms: Record<string, Histogram>;
  /** Unexpected responses, by name and status; status 0 means no response. */
  failures: Record<string, number>;
  /** Maximum delay of this process itself. */
  lateness: Histogram;
}

interface Due {
  job: MixedRequest;
  atMs: number;
}

const freshReport = (): Omit<MixedReport, 'atSeconds'> => ({
  due: 0,
  completedInTime: 0,
  pendingAtEnd: 0,
  histograms: {},
  failures: {},
  lateness: emptyHistogram(),
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
function send(job: MixedRequest, turn: number, agent: Agent): Promise<number> {
  const { url, headers, body } = filledIn(job, turn);
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  const options = { method: job.method, agent, headers };
  const attempt = (mayRepeat: boolean): Promise<number> =>
    new Promise((resolve) => {
      const outgoing = request(url, options, (response) => {
        response.resume();
        response.once('error', () => resolve(0));
        response.once('end', () => resolve(response.statusCode ?? 0));
      });
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection at the same moment, so it never received the request.
        const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
        resolve(mayRepeat && isStale ? attempt(false) : 0);
      });
      outgoing.end(body);
    });
  return attempt(true);
}

async function run(job: MixedJob, write: (report: MixedReport) => void): Promise<void> {
  const { requests, perSecond, seconds, maxInFlight, drainSeconds, reportSeconds, seed } = job;
  const random = dice(seed);
  const pickRequest = createPicker(requests, random);
  const turns = new Map<MixedRequest, number>();
  const agent = new Agent({ keepAlive: true, maxSockets: maxInFlight });
  const waiting: Due[] = [];
  const inFlight = new Set<Due>();
  let report = freshReport();
  const startMs = performance.now();
  const sinceStart = () => performance.now() - startMs;
  const endMs = seconds * 1_000;

  const note = ({ job: { name }, atMs }: Due) => {
    report.histograms[name] ??= emptyHistogram();
    record(report.histograms[name], sinceStart() - atMs);
  };
  const begin = (due: Due) => {
    inFlight.add(due);
    const turn = turns.get(due.job) ?? 0;
    turns.set(due.job, turn + 1);
    void send(due.job, turn, agent).then((status) => {
      if (!inFlight.delete(due)) return;
      const { name, expectedStatus } = due.job;
      if (status === expectedStatus) {
        note(due);
        if (sinceStart() <= endMs) report.completedInTime += 1;
      } else report.failures[`${name} ${status}`] = (report.failures[`${name} ${status}`] ?? 0) + 1;
      const next = waiting.shift();
      if (next !== undefined) begin(next);
    });
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
    if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    const due = { job: pickRequest(), atMs };
    report.due += 1;
    record(report.lateness, Math.max(0, sinceStart() - atMs));
    if (inFlight.size < maxInFlight) begin(due);
    else waiting.push(due);
  }
  const isOver = () => inFlight.size + waiting.length === 0 || sinceStart() > endMs + drainSeconds * 1_000;
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 5));
  clearInterval(reporter);
  const abandoned = [...inFlight, ...waiting];
  inFlight.clear();
  waiting.length = 0;
  report.pendingAtEnd += abandoned.length;
  for (const due of abandoned) note(due);
  writeReport();
  agent.destroy();
}

const [jobFile = ''] = process.argv.slice(2);
await run(JSON.parse(readFileSync(jobFile, 'utf8')) as MixedJob, (report) =>
  process.stdout.write(`${JSON.stringify(report)}\n`),
);
