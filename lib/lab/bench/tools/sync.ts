/**
 * Child process of the sync benches: saves a file and lets our worker import it, message by message, or a bare loop
 * write the same items. The queue is a list in this process; table, bucket and keys come from the environment.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { updateIntegrationCredentials } from '../../../../shared/modules/integrations/credentials-service.ts';
import { updateIntegrationState } from '../../../../shared/modules/integrations/integration-service.ts';
import { findAdapter } from '../../../../shared/modules/sync/adapters.ts';
import type { StoredRun } from '../../../../shared/modules/sync/runs/run.ts';
import { findRun } from '../../../../shared/modules/sync/runs/run-row.ts';
import { startSyncRun } from '../../../../shared/modules/sync/runs/start.ts';
import { benchContext, createHome } from '../home.ts';
import { timed } from '../statistics.ts';
import { itemMaker } from '../sync-items.ts';

export interface SyncJob {
  /** Bundles of the worker and of the bare loop. */
  ours: string;
  bare: string;
  bucket: string;
  records: number;
  batchSize: number;
  /** Records of the file that warms up both sides. */
  warmUp: number;
  rounds: number;
  /** Whether the bare loop runs as well, and whether the same file is imported again. */
  isCompared: boolean;
}

export interface SyncReport {
  /** Milliseconds of each round. */
  oursMs: number[];
  bareMs: number[];
  againMs: number[];
  /** The counts of the last round's second import. */
  repeated: Pick<StoredRun, 'createdCount' | 'updatedCount' | 'skippedCount' | 'failedCount'> | null;
  /** Maximum resident memory during our import; garbage does not count. */
  peakResidentBytes: number;
}

const [jobFile = '', reportFile = ''] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, 'utf8')) as SyncJob;
const entityType = 'bench.customer';
const integrationId = 'sync_s3_files';

interface Entry {
  Id: string;
  MessageBody: string;
}

/** Accepts the worker's messages, as SQS does. */
const waiting: string[] = [];
const queue = createServer((incoming, outgoing) => {
  void text(incoming).then((body) => {
    const { Entries } = JSON.parse(body) as { Entries: Entry[] };
    waiting.push(...Entries.map(({ MessageBody }) => MessageBody));
    const Successful = Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: randomUUID(),
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    }));
    outgoing.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    outgoing.end(JSON.stringify({ Successful, Failed: [] }));
  });
});
await new Promise<void>((resolve) => queue.listen(0, '127.0.0.1', resolve));
const address = queue.address();
const port = typeof address === 'object' ? address?.port : 0;
process.env.AWS_ENDPOINT_URL_SQS = `http://127.0.0.1:${port}`;
for (const name of ['IMPORT', 'EXPORT'])
  process.env[`QUEUE_URL_DATA_SYNC_${name}`] = `http://127.0.0.1:${port}/000000000000/${name}`;

const load = async <Exports>(bundle: string) => (await import(pathToFileURL(bundle).href)) as Exports;
const ours = await load<{ handler: (event: unknown) => Promise<{ batchItemFailures: unknown[] }> }>(job.ours);
const bare = await load<typeof import('../bare/import-records.ts')>(job.bare);
const s3 = new S3Client({ forcePathStyle: true });

let peakResidentBytes = 0;
/** V8 delays collection while memory is plentiful, which would be measured instead of the memory in use. */
function sampleMemory(): void {
  if (globalThis.gc === undefined) return;
  globalThis.gc();
  peakResidentBytes = Math.max(peakResidentBytes, process.memoryUsage.rss());
}

/** Creates an organization with a file of this number of customers. */
async function createSyncScope(records: number) {
  const scope = await createHome();
  const prefix = `bench/${scope.organizationId}`;
  const key = `${prefix}/${entityType}.ndjson`;
  const lines = Array.from({ length: records }, (_, index) => {
    const name = `Customer ${index}`;
    return JSON.stringify({
      id: `C-${index}`,
      name,
      email: `c${index}@example.com`,
      city: 'Berlin',
      total: index,
    });
  });
  await s3.send(new PutObjectCommand({ Bucket: job.bucket, Key: key, Body: lines.join('\n') }));
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '' } = process.env;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = process.env;
  const access = { endpoint, region, accessKeyId, secretAccessKey };
  const credentials = { bucket: job.bucket, prefix, format: 'ndjson', ...access };
  const caller = { scope, context: benchContext() };
  await updateIntegrationCredentials(caller, { id: integrationId, credentials });
  await updateIntegrationState(caller, { id: integrationId, isEnabled: true });
  return { scope, key, records };
}
type SyncBenchScope = Awaited<ReturnType<typeof createSyncScope>>;

/** Lets our worker import the file; returns the finished run. */
async function runImport({ scope }: SyncBenchScope): Promise<StoredRun> {
  const input = {
    integrationId,
    entityType,
    direction: 'import',
    fullSync: true,
    batchSize: job.batchSize,
  } as const;
  const send = async (_: StoredRun, data: object) => {
    const message = { v: 1, id: randomUUID(), type: 'data_sync.batch', ...scope, idempotencyKey: '', data };
    waiting.push(JSON.stringify(message));
  };
  const start = startSyncRun({ loadAdapters: async () => findAdapter, send });
  const { id } = await start({ scope, context: benchContext() }, input);
  for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
    const attributes = { ApproximateReceiveCount: '1' };
    const answer = await ours.handler({ Records: [{ messageId: randomUUID(), body, attributes }] });
    if (answer.batchItemFailures.length > 0) throw new Error('A batch failed.');
    sampleMemory();
  }
  const run = await findRun(scope, id);
  if (run?.status !== 'completed') throw new Error(`The run is ${run?.status}: ${run?.lastError}`);
  return run;
}

/** Lets the bare loop write the same items for another organization. */
async function runBareLoop({ key }: SyncBenchScope): Promise<void> {
  const scope = { tenantId: randomUUID(), organizationId: randomUUID() };
  await bare.handler(job.bucket, key, (line) => {
    const { id: externalId } = JSON.parse(line) as { id: string };
    return makeItems({ ...scope, id: randomUUID(), externalId, eventId: randomUUID() });
  });
}

const report: SyncReport = { oursMs: [], bareMs: [], againMs: [], repeated: null, peakResidentBytes: 0 };
const small = await createSyncScope(job.warmUp);
await runImport(small);
const makeItems = await itemMaker(small.scope, { integrationId, entityType, externalId: 'C-0' });
if (job.isCompared) await runBareLoop(small);
for (let round = 0; round < job.rounds; round += 1) {
  const created = await createSyncScope(job.records);
  // The first side uses the smaller table, so the order alternates.
  const sides = [
    async () => {
      report.oursMs.push(await timed(() => runImport(created)));
    },
    async () => {
      if (job.isCompared) report.bareMs.push(await timed(() => runBareLoop(created)));
    },
  ];
  for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
  if (job.isCompared)
    report.againMs.push(
      await timed(async () => {
        report.repeated = await runImport(created);
      }),
    );
}
writeFileSync(reportFile, JSON.stringify({ ...report, peakResidentBytes }));
process.exit(0);
