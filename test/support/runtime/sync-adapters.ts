/** Adapters without runs: contexts for them, and whole imports and exports in batches. */
import { randomUUID } from 'node:crypto';
import {
  type ExportBatch,
  type ExportItem,
  type ExportOutcome,
  type ExportResult,
  type ImportBatch,
  isBadItem,
  type SourceItem,
  type SyncAdapter,
  type SyncContext,
} from '../../../shared/modules/sync/adapter.ts';

export function aContext(given: Partial<SyncContext> = {}): SyncContext {
  return {
    scope: { tenantId: randomUUID(), organizationId: randomUUID() },
    integrationId: 'sync_test',
    runId: randomUUID(),
    entityType: 'shop.product',
    credentials: {},
    apiVersion: null,
    idField: 'id',
    signal: new AbortController().signal,
    nowMs: Date.now(),
    ...given,
  };
}

/** Reads until there is no more. */
export async function importAll(
  adapter: SyncAdapter,
  context: SyncContext,
  batchSize = 100,
  cursor: string | null = null,
) {
  const batches: ImportBatch[] = [];
  for (let at = cursor; ; ) {
    const batch = await adapter.readBatch?.(context, { cursor: at, batchSize });
    if (batch === undefined) throw new Error('The adapter cannot read.');
    if (batch.items.length > batchSize) throw new Error('The batch is too large.');
    batches.push(batch);
    at = batch.cursor;
    if (!batch.hasMore) break;
  }
  const all = batches.flatMap(({ items }) => items);
  return {
    items: all.filter((item): item is SourceItem => !isBadItem(item)),
    bad: all.filter(isBadItem),
    batches,
    cursor: batches.at(-1)?.cursor ?? null,
  };
}

export function anItem(
  localId: string,
  data: Record<string, unknown>,
  externalId: string | null = null,
): ExportItem {
  return { localId, externalId, data };
}

/** Writes all items, each batch `times` times, like workers that die before they record the write. */
export async function exportAll(
  adapter: SyncAdapter,
  context: SyncContext,
  items: readonly ExportItem[],
  { batchSize = 100, times = 1, until = Number.POSITIVE_INFINITY } = {},
) {
  let cursor: string | null = null;
  const results: ExportOutcome[] = [];
  const count = Math.max(Math.ceil(items.length / batchSize), 1);
  for (let batchIndex = 0; batchIndex < Math.min(count, until); batchIndex += 1) {
    const part = items.slice(batchIndex * batchSize, (batchIndex + 1) * batchSize);
    const batch: ExportBatch = { items: part, cursor, isLast: batchIndex === count - 1, batchIndex };
    for (let time = 1; time < times; time += 1) await adapter.writeBatch?.(context, batch);
    const written: ExportResult | undefined = await adapter.writeBatch?.(context, batch);
    if (written === undefined) throw new Error('The adapter cannot write.');
    cursor = written.cursor;
    results.push(...written.results);
  }
  return { results, cursor };
}
