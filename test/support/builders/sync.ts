/** Helpers for tests of sync: an adapter in memory, and delivery of the messages of runs. */
import { randomUUID } from 'node:crypto';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import type {
  BadItem,
  ExportBatch,
  ExportResult,
  SourceItem,
  SyncAdapter,
} from '../../../shared/modules/sync/adapter.ts';
import { runBatch } from '../../../shared/modules/sync/batches/batch-handler.ts';
import type { BatchDependencies } from '../../../shared/modules/sync/dependencies.ts';
import { syncRunKey } from '../../../shared/modules/sync/keys.ts';
import type { Mapping } from '../../../shared/modules/sync/mappings/mapping-contract.ts';
import type { BatchData, StoredRun } from '../../../shared/modules/sync/runs/run.ts';
import type { StartRun } from '../../../shared/modules/sync/runs/run-fields-contract.ts';
import { findRun } from '../../../shared/modules/sync/runs/run-row.ts';
import { cancelSyncRun } from '../../../shared/modules/sync/runs/run-service.ts';
import { recoverStalledRuns } from '../../../shared/modules/sync/runs/stalled-runs.ts';
import {
  retrySyncRun,
  type StartDependencies,
  startSyncRun,
} from '../../../shared/modules/sync/runs/start.ts';
import type { RetryRun } from '../../../shared/modules/sync/runs/start-contract.ts';
import { silently } from '../clients/silence.ts';
import { asTest, aTenant, type TestCaller } from './tenants.ts';

/** An integration without credentials that is enabled from the beginning; tests provide its adapter. */
export const plainIntegration = 'ocr_textract';
export const entityType = 'crm.customer';

/** Items with the ids `<prefix>1` … */
export function items(count: number, prefix = 'C-', more: Record<string, unknown> = {}): SourceItem[] {
  return Array.from({ length: count }, (_, index) => {
    const externalId = `${prefix}${index + 1}`;
    return { externalId, data: { id: externalId, name: `Customer ${index + 1}`, ...more } };
  });
}

interface Sent {
  message: { tenantId: string; data: BatchData };
  delivery: { messageId: string; receiveCount: number };
  delaySeconds: number;
}

/**
 * An adapter that reads items of a list, which a test may change, and stores written items. Its cursor is a position.
 */
export function aSource(source: { items: readonly (SourceItem | BadItem)[] }) {
  const written = new Map<string, Record<string, unknown>>();
  const batches: ExportBatch[] = [];
  const cleanedUp: (string | null)[] = [];
  const adapter: SyncAdapter = {
    providerKey: 'textract',
    directions: ['import', 'export'],
    async readBatch(_context, { cursor, batchSize }) {
      const start = Number(cursor ?? 0);
      const end = start + batchSize;
      return {
        items: source.items.slice(start, end),
        cursor: String(Math.min(end, source.items.length)),
        hasMore: end < source.items.length,
        totalEstimate: source.items.length,
      };
    },
    async writeBatch(_context, batch): Promise<ExportResult> {
      batches.push(batch);
      for (const { localId, data } of batch.items) written.set(localId, { ...data });
      const results = batch.items.map(({ localId }) => ({ localId, status: 'success' as const }));
      return { results, cursor: String(Number(batch.cursor ?? 0) + batch.items.length) };
    },
    async cleanUpExport(_context, cursor) {
      cleanedUp.push(cursor);
    },
  };
  return { adapter, written, batches, cleanedUp };
}

/** Runs of one caller with one adapter: messages are stored, and delivered one after the other. */
export function aSync({ tenantId, organizationId }: TestCaller, adapter: SyncAdapter, mapping?: Mapping) {
  const scope = { tenantId, organizationId, organizationIds: [organizationId] };
  const sent: Sent[] = [];
  const parts: BatchDependencies = {
    findAdapter: (providerKey) => (providerKey === adapter.providerKey ? adapter : undefined),
    findMapping: async () => mapping,
    async send(run, data, delaySeconds = 0) {
      const delivery = { messageId: randomUUID(), receiveCount: 1 };
      sent.push({ message: { tenantId: run.tenantId, data }, delivery, delaySeconds });
    },
  };
  const starts: StartDependencies = { loadAdapters: async () => parts.findAdapter, send: parts.send };
  const by = () => ({ scope, context: asTest() });
  const input = (given: Partial<StartRun>): StartRun => ({
    integrationId: plainIntegration,
    entityType,
    direction: 'import',
    fullSync: false,
    batchSize: 10,
    ...given,
  });
  const sync = {
    scope,
    sent,
    parts,
    start: (given: Partial<StartRun> = {}) => silently(() => startSyncRun(starts)(by(), input(given))),
    retry: (id: string, given: RetryRun = { fromBeginning: false }) =>
      silently(() => retrySyncRun(starts)(by(), { id, ...given })),
    cancel: (id: string) => silently(() => cancelSyncRun(parts.send)(by(), { id })),
    async run(id: string): Promise<StoredRun> {
      const run = await findRun({ tenantId }, id);
      if (run === undefined) throw new Error(`The run ${id} does not exist.`);
      return run;
    },
    /** Delivers a message; a repeated one has been received before. */
    deliver: ({ message, delivery }: Sent, receiveCount = delivery.receiveCount) =>
      silently(() => runBatch(message, { ...delivery, receiveCount }, parts)),
    /** Delivers messages, and those that they cause. */
    async drain(most = Number.POSITIVE_INFINITY): Promise<void> {
      for (let count = 0; count < most; count += 1) {
        const next = sent.shift();
        if (next === undefined) return;
        await sync.deliver(next);
      }
    },
    /** Runs the watchdog for this run only. */
    care: async (id: string, nowMs = Date.now()) => {
      const run = await sync.run(id);
      return silently(() => recoverStalledRuns(parts.send, nowMs, [run]));
    },
    /** Starts a run and executes it until it ends. */
    async whole(given: Partial<StartRun> = {}): Promise<StoredRun> {
      const { id } = await sync.start(given);
      await sync.drain();
      return sync.run(id);
    },
  };
  return sync;
}

/** A started import of this many items, with its first message. */
export async function aStartedSync(count: number, given: Partial<StartRun> = {}) {
  const caller = await aTenant();
  const source = { items: items(count) };
  const { adapter } = aSource(source);
  const sync = aSync(caller, adapter);
  const started = await sync.start(given);
  return { caller, source, adapter, sync, ...started, message: firstSent(sync) };
}

/** Imports this many records, for exports to a target that behaves otherwise. */
export async function anExport(count: number, behaviour: Partial<SyncAdapter> = {}) {
  const caller = await aTenant();
  await aSync(caller, aSource({ items: items(count) }).adapter).whole();
  const target = aSource({ items: [] });
  Object.assign(target.adapter, behaviour);
  return { caller, target, sync: aSync(caller, target.adapter) };
}

/** Changes the times of a run, as if more time had passed. By default its lease has expired. */
export async function ageRun(
  { tenantId }: TestCaller,
  runId: string,
  values: Record<string, number> = { 'lease.untilMs': Date.now() - 1 },
): Promise<void> {
  const names = Object.keys(values);
  await updateItem({
    Key: syncRunKey({ tenantId }, runId),
    UpdateExpression: `SET ${names.map((name, index) => `${name} = :${index}`).join(', ')}`,
    ExpressionAttributeValues: Object.fromEntries(names.map((name, index) => [`:${index}`, values[name]])),
  });
}

interface RecordPage {
  items: { id: string; externalId: string | null; fields: Record<string, unknown>; version: number }[];
  total: number;
}

/** Reads the first 200 records of the synced entity type that match the query. */
export async function syncedRecords({ api }: TestCaller, query = ''): Promise<RecordPage> {
  const path = `/api/entities/records?entityType=${entityType}&pageSize=200${query}`;
  const { body } = await api.get<RecordPage>(path);
  return body;
}

/** The counts of a run. */
export const itemCounts = (createdCount = 0, updatedCount = 0, skippedCount = 0, failedCount = 0) => ({
  ...{ createdCount, updatedCount, skippedCount, failedCount },
});

/** Whether a request is the transaction that completes a batch: it updates the progress job. */
export const isEndOfBatch = (request: string): boolean =>
  request.includes('PROGRESS#') &&
  request.includes('heartbeatAtMs') &&
  request.includes('batchesCompleted = :batch');

/** The first sent message. Throws if none was sent. */
export function firstSent({ sent: [first] }: { sent: readonly Sent[] }): Sent {
  if (first === undefined) throw new Error('No message was sent.');
  return first;
}
