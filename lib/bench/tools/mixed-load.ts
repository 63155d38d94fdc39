/**
 * Child process of the load: sends requests of several kinds in turn, from as many clients at a time as asked for, and
 * reports how long each kind took. Clients that pause between requests make a load instead of finding a limit.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export interface MixedRequest {
  name: string;
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Text in the body that becomes another in every request. */
  uniqueText?: string;
  expectedStatus: number;
}

export interface MixedJob {
  requests: readonly MixedRequest[];
  concurrency: number;
  seconds: number;
  /** Between an answer and the client's next request. */
  pauseMs: number;
}

export interface MixedReport {
  latencies: { name: string; elapsedMs: number[] }[];
  /** Answers that were not as expected, by kind and status. */
  failures: Record<string, number>;
  seconds: number;
}

/** The status and how long it took; 0 when there was no answer. */
function sendOnce(job: MixedRequest, agent: Agent): Promise<{ status: number; elapsedMs: number }> {
  const { url, method, headers, body, uniqueText } = job;
  const text = uniqueText === undefined ? body : body?.replaceAll(uniqueText, randomUUID());
  const length = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) };
  const startMs = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, elapsedMs: performance.now() - startMs });
    const outgoing = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      response.resume();
      response.once('error', () => done(0));
      response.once('end', () => done(response.statusCode ?? 0));
    });
    outgoing.once('error', () => done(0));
    outgoing.end(text);
  });
}

async function run({ requests, concurrency, seconds, pauseMs }: MixedJob): Promise<MixedReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const latencies = requests.map(({ name }) => ({ name, elapsedMs: [] as number[] }));
  const failures: Record<string, number> = {};
  const startMs = performance.now();
  let turn = 0;
  const client = async () => {
    while (performance.now() - startMs < seconds * 1_000) {
      const index = turn++ % requests.length;
      const [one, found] = [requests[index], latencies[index]];
      if (one === undefined || found === undefined) return;
      const { status, elapsedMs } = await sendOnce(one, agent);
      if (status === one.expectedStatus) found.elapsedMs.push(elapsedMs);
      else failures[`${one.name} ${status}`] = (failures[`${one.name} ${status}`] ?? 0) + 1;
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  agent.destroy();
  return { latencies, failures, seconds: (performance.now() - startMs) / 1_000 };
}

const [jobFile = '', reportFile = ''] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, 'utf8')) as MixedJob;
writeFileSync(reportFile, JSON.stringify(await run(job)));
