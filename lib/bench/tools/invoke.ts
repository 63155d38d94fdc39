/**
 * Child process of the CPU benches: loads a bundle, answers events and reports the CPU time it took. The AWS
 * SDK runs whole, signing and serialization included; only `https.request` below it is replaced by canned
 * answers, so no network and no server is in the measurement, and no bundle is changed.
 */
import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

export interface InvokeJob {
  bundle: string;
  /** The event as JSON text; parsed anew for every request, as Lambda's runtime does. */
  event: string;
  /** DynamoDB action → JSON text of its answer. */
  answers: Readonly<Record<string, string>>;
  /** Requests before the measured ones; without any, the whole life of the process is measured. */
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

class CannedRequest extends EventEmitter {
  readonly socket = Object.assign(new EventEmitter(), { connecting: false, setKeepAlive: () => {} });
  #action: string;
  #onResponse: (response: unknown) => void;

  constructor(action: string, onResponse: (response: unknown) => void) {
    super();
    this.#action = action;
    this.#onResponse = onResponse;
  }

  end(body: string | Uint8Array): void {
    const answer = job.answers[this.#action];
    if (answer === undefined) throw new Error(`No canned answer for ${this.#action}.`);
    actions.push(this.#action);
    sentBytes += body.length;
    const response = Readable.from([Buffer.from(answer)], { objectMode: false });
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    setImmediate(() => this.#onResponse(Object.assign(response, { statusCode: 200, headers })));
  }

  setTimeout(): void {}
  destroy(): void {}
}

function cannedRequest(options: { headers: Record<string, string> }, onResponse: (r: unknown) => void) {
  const target = options.headers['x-amz-target'] ?? options.headers['X-Amz-Target'] ?? '';
  return new CannedRequest(target.split('.').at(-1) ?? '', onResponse);
}
Object.assign(https, { request: cannedRequest });
/** No connections are opened: a function that opens one early would pay for what a bare handler pays later. */
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
