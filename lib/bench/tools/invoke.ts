/**
 * Child process of the CPU benches: loads a bundle, runs events and reports the CPU time. The whole AWS SDK runs,
 * including signing and serialization; only `https.request` below it is replaced by stored responses, so that neither
 * network nor server is measured and no bundle is changed.
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
    const answer = job.responses[this.#action];
    if (answer === undefined) throw new Error(`The action ${this.#action} has no stored response.`);
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
