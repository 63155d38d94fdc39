/**
 * Child process of the HTTP benches: sends requests over kept-alive connections with a fixed concurrency, and reports
 * the time of each. A separate process, so that it does not share an event loop with the server under load.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export interface LoadJob {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Text in the body that is replaced by a unique one in every request. */
  uniqueText?: string;
  concurrency: number;
  seconds: number;
  expectedStatus: number;
}

export interface LoadReport {
  /** Of every request that began within the time, in milliseconds. */
  elapsedMs: number[];
  /** From the first request's start to the last response's end. */
  seconds: number;
}

function sendOnce(job: LoadJob, agent: Agent): Promise<number> {
  const { url, method, headers, body, uniqueText = '', expectedStatus } = job;
  const startMs = performance.now();
  const text = uniqueText === '' ? body : body?.replaceAll(uniqueText, randomUUID());
  const length = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === expectedStatus) resolve(performance.now() - startMs);
        else reject(new Error(`${method} ${url} returned ${response.statusCode}, not ${expectedStatus}.`));
      });
    });
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}

async function run(job: LoadJob): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: job.concurrency });
  const elapsedMs: number[] = [];
  const startMs = performance.now();
  const sendUntilOver = async () => {
    while (performance.now() - startMs < job.seconds * 1000) elapsedMs.push(await sendOnce(job, agent));
  };
  await Promise.all(Array.from({ length: job.concurrency }, sendUntilOver));
  agent.destroy();
  return { elapsedMs, seconds: (performance.now() - startMs) / 1000 };
}

const [jobFile = '', reportFile = ''] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, 'utf8')) as LoadJob;
writeFileSync(reportFile, JSON.stringify(await run(job)));
