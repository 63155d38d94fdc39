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
  /** Resident memory at its highest, less what the process had before the export. */
  peakGrowthBytes: number;
  exportedBytes: number;
}

const [jobFile = '', reportFile = ''] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, 'utf8')) as ExportJob;
const context = { principal: { subject: 'system:bench' }, nowMs: Date.parse('2026-03-01T09:30:00.000Z') };
/** About as many listing items as DynamoDB puts into its page of 1 MB. */
const itemsPerPage = 4_000;

const idOf = (number: number) => `5b0e6a34-9d2f-4c0e-8f5e-${String(number).padStart(12, '0')}`;

function itemsOf(number: number): Item[] {
  const identifier = `bench_${String(number).padStart(6, '0')}`;
  const toggle = newToggle(
    { identifier, name: `Toggle ${number}`, type: 'string', defaultValue: 'x'.repeat(400) },
    idOf(number),
    context,
  );
  return insertWrites(toggle, notExists, context).flatMap((write) => ('put' in write ? [write.put] : []));
}

function find(number: number, isWanted: (item: Item) => boolean): Record<string, unknown> {
  const item = itemsOf(number).find(isWanted);
  if (item === undefined) throw new Error(`Toggle ${number} has no such item.`);
  return marshall(item, { removeUndefinedValues: true });
}

interface Request {
  ExclusiveStartKey?: { sk: { S: string } };
  RequestItems?: Record<string, { Keys: { pk: { S: string } }[] }>;
}

function answerTo(action: string, { ExclusiveStartKey, RequestItems }: Request): unknown {
  if (action === 'UpdateItem') return JSON.parse(job.caller);
  if (action === 'Query') {
    const first = ExclusiveStartKey === undefined ? 0 : Number(ExclusiveStartKey.sk.S.split('_')[1]) + 1;
    const count = Math.min(itemsPerPage, job.rows - first);
    const Items = Array.from({ length: count }, (_, index) =>
      find(first + index, ({ pk }) => pk === toggleListPartition),
    );
    const last = Items.at(-1);
    const isLast = first + count >= job.rows;
    return { Items, Count: count, ...(!isLast && { LastEvaluatedKey: { pk: last?.pk, sk: last?.sk } }) };
  }
  const keys = RequestItems?.[job.tableName]?.Keys ?? [];
  const rows = keys.map(({ pk }) => {
    const number = Number(pk.S.slice(-12));
    return find(number, (item) => item.pk === toggleKey(idOf(number)).pk);
  });
  return { Responses: { [job.tableName]: rows }, UnprocessedKeys: {} };
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
    const answer = JSON.stringify(answerTo(this.#action, JSON.parse(Buffer.from(body).toString())));
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

const before = process.memoryUsage.rss();
let peak = before;
let exportedBytes = 0;
const response: ResponseStream = new ResponseStream((bytes) => {
  exportedBytes += bytes.byteLength;
  peak = Math.max(peak, process.memoryUsage.rss());
  setImmediate(() => response.acknowledge(bytes.byteLength));
});
await handler(JSON.parse(job.event), response, { getRemainingTimeInMillis: () => 300_000 });
await response.finished();
const report: ExportReport = { peakGrowthBytes: peak - before, exportedBytes };
writeFileSync(reportFile, JSON.stringify(report));
process.exit(0);
