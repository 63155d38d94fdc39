/**
 * Child process of the export bench: loads the bundle of the export function and exports a list of so many toggles,
 * whose items it makes when DynamoDB would be asked for them. Only the answers are made up; the SDK, the list
 * engine and the stream are the function's own.
 */
import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { marshall } from '@aws-sdk/util-dynamodb';
import { toggleKey, toggleListPartition } from '../../../shared/table/keys.ts';
import type { Item } from '../../../shared/table/read.ts';
import { notExists } from '../../../shared/table/write.ts';
import { newToggle } from '../../../shared/toggles/toggle.ts';
import { insertWrites } from '../../../shared/toggles/toggle-store.ts';
import { offerAwslambda, ResponseStream } from '../../local/lambda-streaming.ts';

export interface ExportJob {
  bundle: string;
  /** The event as JSON text. */
  event: string;
  tableName: string;
  /** JSON text of the answer to the caller's authentication. */
  caller: string;
  rows: number;
}

export interface ExportReport {
  /** Resident memory of the process at its highest; garbage does not count. */
  peakResidentBytes: number;
  exportedBytes: number;
}

const [jobFile = '', reportFile = ''] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, 'utf8')) as ExportJob;
const context = { principal: { subject: 'system:bench' }, nowMs: Date.parse('2026-03-01T09:30:00.000Z') };
const identifierOf = (number: number) => `bench_${String(number).padStart(6, '0')}`;
const idOf = (number: number) => `5b0e6a34-9d2f-4c0e-8f5e-${String(number).padStart(12, '0')}`;

/** About as many listing items as DynamoDB puts into its page of 1 MB. */
const itemsPerPage = 4_000;

/** The item of toggle 0 that is wanted, as JSON text: the others differ from it in number only. */
function templateOf(isWanted: (item: Item) => boolean): string {
  const input = { identifier: identifierOf(0), name: 'Bench', type: 'string', defaultValue: 'x'.repeat(400) };
  const toggle = newToggle({ ...input, type: 'string' }, idOf(0), context);
  const items = insertWrites(toggle, notExists, context).flatMap((write) =>
    'put' in write ? [write.put] : [],
  );
  const item = items.find(isWanted);
  if (item === undefined) throw new Error('A new toggle has no such item.');
  return JSON.stringify(marshall(item, { removeUndefinedValues: true }));
}
const listingTemplate = templateOf(({ pk }) => pk === toggleListPartition);
const rowTemplate = templateOf(({ pk }) => pk === toggleKey(idOf(0)).pk);

const numbered = (template: string, number: number): string =>
  template.replaceAll(identifierOf(0), identifierOf(number)).replaceAll(idOf(0), idOf(number));

interface Request {
  Limit?: number;
  ExclusiveStartKey?: { sk: { S: string } };
  RequestItems?: Record<string, { Keys: { pk: { S: string } }[] }>;
}

/** DynamoDB's answer as JSON text, made without keeping anything. */
function answerTo(action: string, { Limit, ExclusiveStartKey, RequestItems }: Request): string {
  if (action === 'UpdateItem') return job.caller;
  if (action === 'Query') {
    const first = ExclusiveStartKey === undefined ? 0 : Number(ExclusiveStartKey.sk.S.split('_')[1]) + 1;
    const count = Math.min(Limit ?? itemsPerPage, job.rows - first);
    const items = Array.from({ length: count }, (_, index) => numbered(listingTemplate, first + index));
    const last = { pk: { S: toggleListPartition }, sk: { S: identifierOf(first + count - 1) } };
    const rest = first + count >= job.rows ? '' : `,"LastEvaluatedKey":${JSON.stringify(last)}`;
    return `{"Count":${count},"Items":[${items.join()}]${rest}}`;
  }
  const keys = RequestItems?.[job.tableName]?.Keys ?? [];
  const rows = keys.map(({ pk }) => numbered(rowTemplate, Number(pk.S.slice(-12))));
  return `{"Responses":{${JSON.stringify(job.tableName)}:[${rows.join()}]},"UnprocessedKeys":{}}`;
}

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
    const answer = answerTo(this.#action, JSON.parse(Buffer.from(body).toString()));
    const response = Readable.from([Buffer.from(answer)], { objectMode: false });
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    setImmediate(() => this.#onResponse(Object.assign(response, { statusCode: 200, headers })));
  }

  setTimeout(): void {}
  destroy(): void {}
}

Object.assign(https, {
  request: (options: { headers: Record<string, string> }, onResponse: (response: unknown) => void) => {
    const target = options.headers['x-amz-target'] ?? options.headers['X-Amz-Target'] ?? '';
    return new CannedRequest(target.split('.').at(-1) ?? '', onResponse);
  },
});

offerAwslambda();
const { handler } = (await import(pathToFileURL(job.bundle).href)) as {
  handler: (event: unknown, stream: ResponseStream, context: unknown) => Promise<void>;
};

/** V8 lets garbage pile up while memory is plenty; that would measure its patience instead of our need. */
function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

let peakResidentBytes = 0;
let exportedBytes = 0;
const response: ResponseStream = new ResponseStream((bytes) => {
  exportedBytes += bytes.byteLength;
  peakResidentBytes = Math.max(peakResidentBytes, residentBytes());
  setImmediate(() => response.acknowledge(bytes.byteLength));
});
await handler(JSON.parse(job.event), response, { getRemainingTimeInMillis: () => 300_000 });
await response.finished();
const report: ExportReport = { peakResidentBytes, exportedBytes };
writeFileSync(reportFile, JSON.stringify(report));
process.exit(0);
