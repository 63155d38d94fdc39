/**
 * An import under injected faults: workers die, messages are delivered twice, the table throttles, the service fails.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { functionName } from '../../../lib/aws/names.ts';
import { seededRandom } from '../../../lib/lab/faults/random.ts';
import { auditPartition } from '../../../shared/kernel/table/keys.ts';
import { syncRunKey } from '../../../shared/modules/sync/keys.ts';
import type { SyncRunDetail } from '../../../shared/modules/sync/runs/run-contract.ts';
import { importRecords, recoverStalledRuns } from '../../../shared/modules/sync/workers.ts';
import { eventually } from '../clients/eventually.ts';
import type { Sink } from '../clients/sink.ts';
import { type OwnRuntime, stage } from '../runtime/own-runtime.ts';

const importer = functionName(stage, importRecords.module, importRecords.name);
const watchdog = functionName(stage, recoverStalledRuns.module, recoverStalledRuns.name);
const entityType = 'crm.customer';
const throttledShare = 0.1;
const failingShare = 0.05;
/** Share of the batches that are written while workers die. */
const crashingShare = 0.8;
const pollMs = 20;

export interface SyncFaultRunSize {
  records: number;
  batchSize: number;
  /** Number of killed workers. */
  kills: number;
}

export interface SyncFaultRun {
  run: SyncRunDetail;
  killed: number;
  externalIds: string[];
  /** The sum of the records' versions. */
  versions: number[];
  /** The total of the list of records. */
  listed: number;
  /** Types of the events that end the run. */
  endings: string[];
}

/** Serves pages of this size in the format of `http_json`; some requests fail. */
function serve(sink: Sink, records: number): void {
  const random = seededRandom('sync responses');
  sink.respond(({ path }) => {
    if (random() < failingShare) return { status: 503 };
    const query = new URL(path, 'http://sink').searchParams;
    const start = Number(query.get('cursor') ?? 0);
    const end = Math.min(records, start + Number(query.get('limit') ?? 100));
    const items = Array.from({ length: end - start }, (_, index) => ({
      id: `C-${start + index + 1}`,
      name: `Customer ${start + index + 1}`,
    }));
    return { status: 200, body: JSON.stringify({ items, nextCursor: end < records ? String(end) : null }) };
  });
}

const readRun = (runtime: OwnRuntime, id: string) =>
  runtime.request<SyncRunDetail>('GET', `/api/data_sync/runs/${id}`);

/** Makes leases and visibility timeouts expire. */
async function advanceTime(runtime: OwnRuntime, id: string): Promise<void> {
  await runtime.release('data-sync-import');
  const key = syncRunKey({ tenantId: runtime.tenant.id }, id);
  const [row] = (await runtime.query(key.pk)).filter(({ sk }) => sk === key.sk);
  const lease = row?.lease as { untilMs: number } | undefined;
  const past = {
    updatedAtMs: 0,
    ...(lease && { lease: { ...lease, untilMs: Date.now() - 1 } }),
    ...(row?.quietUntilMs !== undefined && { quietUntilMs: 0 }),
  };
  // A conflicting write shows that its worker is alive.
  await runtime.change(key, past).catch(() => undefined);
  await runtime.runSchedule(watchdog);
}

/** Injects faults into an import of this number of records, and returns the result. */
export async function importUnderFaults(
  runtime: OwnRuntime,
  sink: Sink,
  { records, batchSize, kills, withinMs }: SyncFaultRunSize & { withinMs: number },
): Promise<SyncFaultRun> {
  const integration = '/api/integrations/sync_http_json';
  await runtime.request('PUT', `${integration}/credentials`, {
    credentials: { baseUrl: sink.url, token: 'token' },
  });
  await runtime.request('PUT', `${integration}/state`, { isEnabled: true });
  serve(sink, records);
  const ofImporter = { functionName: importer };
  await runtime.addFault({ effect: 'throttle', service: 'dynamodb', rate: throttledShare, ...ofImporter });
  await runtime.addFault({ effect: 'duplicate', ...ofImporter });
  const deadlineMs = Date.now() + withinMs;
  const subject = { integrationId: 'sync_http_json', entityType, direction: 'import', batchSize };
  const { id } = await runtime.request<{ id: string }>('POST', '/api/data_sync/run', subject);

  // Kills at random points of the import's progress, so that slow and fast machines behave alike.
  const random = seededRandom('sync kills');
  const crashes = Array.from({ length: kills }, () => random() * crashingShare * records);
  let killed = 0;
  const processedNow = async () => {
    const { progressJob, status } = await readRun(runtime, id);
    return status === 'completed' ? records : (progressJob?.processedCount ?? 0);
  };
  let [seen, seenAtMs] = [-1, Date.now()];
  /** True once it is that far; runs the watchdog for a stalled run, as time would. */
  const isAt = async (point: number): Promise<boolean> => {
    const processed = await processedNow();
    if (processed > seen) [seen, seenAtMs] = [processed, Date.now()];
    else if (Date.now() - seenAtMs > 3_000) {
      await advanceTime(runtime, id);
      seenAtMs = Date.now();
    }
    return processed >= point;
  };
  for (const crash of crashes.toSorted((a, b) => a - b)) {
    while (!(await isAt(crash)) && Date.now() < deadlineMs) await sleep(pollMs);
    while ((await runtime.stopWorker(importer)) === 0 && Date.now() < deadlineMs) await sleep(pollMs);
    killed += 1;
  }
  while (!(await isAt(records)) && Date.now() < deadlineMs) await sleep(pollMs);
  await runtime.clearFaults();
  const run = await readRun(runtime, id);
  const rows = await runtime.scan('record');
  const list = `/api/entities/records?entityType=${entityType}&pageSize=1`;
  const { total } = await runtime.request<{ total: number }>('GET', list);
  const audit = await runtime.query(auditPartition({ tenantId: runtime.tenant.id }));
  const isEnd = (action: unknown) => ['completed', 'failed', 'cancelled'].includes(String(action));
  const endings = audit.filter(({ resourceId, action }) => resourceId === id && isEnd(action));
  return {
    ...{ run, killed },
    externalIds: rows.map(({ externalId }) => String(externalId)),
    versions: [...new Set(rows.map(({ rev }) => Number(rev)))],
    listed: total,
    endings: endings.map(({ resource, action }) => `${resource}.${action}`),
  };
}

/** Waits until no run of the organization is in progress. */
export function stoppedRun(runtime: OwnRuntime, withinMs: number): Promise<true> {
  const path = '/api/data_sync/runs?status=running';
  return eventually(
    'no run at work',
    async () => ((await runtime.request<{ total: number }>('GET', path)).total === 0 ? true : undefined),
    withinMs,
  );
}
