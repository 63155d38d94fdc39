/**
 * Child process of the export bench: loads the bundle of the export function and exports a list whose items are
 * generated when DynamoDB is called. Only the responses are generated; the SDK, the list code and the stream are the
 * function's own.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { defineAwslambda, ResponseStream } from '../../../local/lambda/streaming.ts';
import { respondToHttps } from '../https-responder.ts';

export interface ExportJob {
  bundle: string;
  /** The event as JSON text. */
  event: string;
  tableName: string;
  /** JSON text of the response that authenticates the caller. */
  caller: string;
  rows: number;
  /** Exports before the measured one: V8 compiles frequent code and enlarges its heap once. */
  warmUps: number;
  warmUpRows: number;
  /** Row 0, whose id ends in twelve zeros; the ids of other rows differ only in these digits. */
  id: string;
  /** Its listing item and its row as JSON text; both sort keys end in the id. */
  listing: string;
  row: string;
}

export interface ExportReport {
  /** Resident memory of the process after loading the function. */
  loadedResidentBytes: number;
  /** Maximum resident memory during the measured export; garbage does not count. */
  peakResidentBytes: number;
  exportedBytes: number;
}

const [jobFile = '', reportFile = ''] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, 'utf8')) as ExportJob;

/** About the number of listing items in DynamoDB's page of 1 MB. */
const itemsPerPage = 4_000;
const idDigits = 12;
/** Keys of the exported list. */
let rows = 0;

const numbered = (template: string, number: number): string =>
  template.replaceAll(job.id, job.id.slice(0, -idDigits) + String(number).padStart(idDigits, '0'));
const numberOf = ({ sk }: { sk: { S: string } }): number => Number(sk.S.slice(-idDigits));

interface Request {
  Limit?: number;
  ExclusiveStartKey?: { sk: { S: string } };
  RequestItems?: Record<string, { Keys: { sk: { S: string } }[] }>;
}

/** DynamoDB's response as JSON text, generated without storing anything. */
function responseFor(action: string, { Limit, ExclusiveStartKey, RequestItems }: Request): string {
  if (action === 'UpdateItem') return job.caller;
  if (action === 'GetItem') return '{}';
  if (action === 'Query') {
    const first = ExclusiveStartKey === undefined ? 0 : numberOf(ExclusiveStartKey) + 1;
    const count = Math.min(Limit ?? itemsPerPage, rows - first);
    const items = Array.from({ length: count }, (_, index) => numbered(job.listing, first + index));
    const { pk, sk } = JSON.parse(items.at(-1) ?? '{}');
    const rest = first + count >= rows ? '' : `,"LastEvaluatedKey":${JSON.stringify({ pk, sk })}`;
    return `{"Count":${count},"Items":[${items.join()}]${rest}}`;
  }
  const keys = RequestItems?.[job.tableName]?.Keys ?? [];
  const found = keys.map((key) => numbered(job.row, numberOf(key)));
  return `{"Responses":{${JSON.stringify(job.tableName)}:[${found.join()}]},"UnprocessedKeys":{}}`;
}

respondToHttps((action, body) => responseFor(action, JSON.parse(body.toString())));
defineAwslambda();
const { handler } = (await import(pathToFileURL(job.bundle).href)) as {
  handler: (event: unknown, stream: ResponseStream, context: unknown) => Promise<void>;
};

/** V8 delays collection while memory is plentiful, which would be measured instead of the memory in use. */
function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

/** Exports a list with this number of rows and returns the maximum resident memory. */
async function exportRows(count: number): Promise<Pick<ExportReport, 'peakResidentBytes' | 'exportedBytes'>> {
  rows = count;
  let peakResidentBytes = 0;
  let exportedBytes = 0;
  const response: ResponseStream = new ResponseStream((bytes) => {
    exportedBytes += bytes.byteLength;
    peakResidentBytes = Math.max(peakResidentBytes, residentBytes());
    setImmediate(() => response.acknowledge(bytes.byteLength));
  });
  await handler(JSON.parse(job.event), response, { getRemainingTimeInMillis: () => 300_000 });
  await response.finished();
  return { peakResidentBytes, exportedBytes };
}

const loadedResidentBytes = residentBytes();
for (let count = 0; count < job.warmUps; count++) await exportRows(job.warmUpRows);
const report: ExportReport = { loadedResidentBytes, ...(await exportRows(job.rows)) };
writeFileSync(reportFile, JSON.stringify(report));
process.exit(0);
