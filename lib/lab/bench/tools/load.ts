/**
 * Child process of the HTTP benches: sends requests over kept-alive connections with a fixed concurrency, and reports
 * the time of each. A separate process, so that it does not share an event loop with the server under load.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'undici';

export interface LoadJob {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  /** Each connection uses one of these keys instead of that of `headers`. */
  keys?: readonly string[];
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

async function sendOnce(job: LoadJob, headers: LoadJob['headers'], dispatcher: Agent): Promise<number> {
  const { url, method, body, uniqueText = '', expectedStatus } = job;
  const startMs = performance.now();
  const text = uniqueText === '' ? body : body?.replaceAll(uniqueText, randomUUID());
  const response = await request(url, { method, headers, body: text ?? null, dispatcher });
  await response.body.arrayBuffer();
  if (response.statusCode !== expectedStatus)
    throw new Error(`${method} ${url} returned ${response.statusCode}, not ${expectedStatus}.`);
  return performance.now() - startMs;
}

async function run(job: LoadJob): Promise<LoadReport> {
  const dispatcher = new Agent({ connections: job.concurrency });
  const elapsedMs: number[] = [];
  const startMs = performance.now();
  const sendUntilOver = async (_: unknown, connection: number) => {
    const key = job.keys?.[connection % job.keys.length];
    const headers = { ...job.headers, ...(key !== undefined && { 'x-api-key': key }) };
    while (performance.now() - startMs < job.seconds * 1000)
      elapsedMs.push(await sendOnce(job, headers, dispatcher));
  };
  await Promise.all(Array.from({ length: job.concurrency }, sendUntilOver));
  await dispatcher.destroy();
  return { elapsedMs, seconds: (performance.now() - startMs) / 1000 };
}

const [jobFile = '', reportFile = ''] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, 'utf8')) as LoadJob;
writeFileSync(reportFile, JSON.stringify(await run(job)));
