/**
 * Child process of the CPU benches: loads a bundle, runs events and reports the CPU time. The whole AWS SDK runs,
 * including signing and serialization; only `https.request` below it is replaced by stored responses, so that neither
 * network nor server is measured and no bundle is changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { respondToHttps } from '../https-responder.ts';

export interface InvokeJob {
  bundle: string;
  /** The event as JSON text; parsed anew for every request, as Lambda's runtime does. */
  event: string;
  /** JSON text of responses, by DynamoDB action. */
  responses: Readonly<Record<string, string>>;
  /** Requests before the measured ones; 0 measures the whole life of the process. */
  warmUp: number;
  requests: number;
}

export interface InvokeReport {
  /** User and system time in milliseconds: of the process, or per measured request after a warm-up. */
  cpuMs: number;
  /** DynamoDB actions of the last request, in order. */
  actions: string[];
  /** Bytes of those calls' bodies. */
  sentBytes: number;
  statusCode: number;
}

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number }>;

const [jobFile = '', reportFile = ''] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, 'utf8')) as InvokeJob;
const actions: string[] = [];
let sentBytes = 0;

respondToHttps((action, body) => {
  const response = job.responses[action];
  if (response === undefined) throw new Error(`The action ${action} has no stored response.`);
  actions.push(action);
  sentBytes += body.length;
  return response;
});
/**
 * No connections are opened, because a function that connects early would be charged for work that a bare handler does
 * later.
 */
https.Agent.prototype.createConnection = () => new Socket();

const { handler } = (await import(pathToFileURL(job.bundle).href)) as { handler: Handler };
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 10_000 };
let statusCode = 0;

async function answer(count: number): Promise<void> {
  for (let request = 0; request < count; request++) {
    actions.length = 0;
    sentBytes = 0;
    const result = await handler(JSON.parse(job.event), context);
    JSON.stringify(result);
    statusCode = result.statusCode;
  }
}

await answer(job.warmUp);
const before = job.warmUp > 0 ? process.cpuUsage() : undefined;
await answer(job.requests);
const { user, system } = process.cpuUsage(before);
const cpuMs = (user + system) / 1000 / job.requests;
writeFileSync(reportFile, JSON.stringify({ cpuMs, actions, sentBytes, statusCode } satisfies InvokeReport));
process.exit(0);
