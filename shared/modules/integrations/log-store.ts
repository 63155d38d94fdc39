/** The only file that knows how logs of integrations lie in the table: entries by integration, and counts per day. */
import { randomUUID } from 'node:crypto';
import { toJson } from '../../kernel/http/json.ts';
import { integerSetting } from '../../kernel/settings/settings.ts';
import { type EntriesPage, listEntries } from '../../kernel/table/entries.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import { newestFirstRange, type RowScope } from '../../kernel/table/keys.ts';
import { commit, countApart, transact, type Write } from '../../kernel/table/write.ts';
import { countChange } from './analytics.ts';
import { integrationCountsKey, integrationLogKey, integrationLogPartition } from './keys.ts';
import { integrationLimits } from './limits.ts';
import type { IntegrationLog, ListIntegrationLogs } from './log-contract.ts';

/** What is to be remembered; secrets are out of it already. */
export interface LogEntry extends Pick<IntegrationLog, 'level' | 'message'> {
  code?: string | undefined;
  payload?: Record<string, unknown> | undefined;
  runId?: string | undefined;
  entityType?: string | undefined;
  entityId?: string | undefined;
}

const entity = 'integration_log';
const daySeconds = 86_400;
/** DynamoDB takes 100 writes in a transaction; one counts. */
const entriesPerTransaction = 90;

interface StoredEntry
  extends Omit<IntegrationLog, 'payload' | 'createdAt' | 'scopeEntityType' | 'scopeEntityId'> {
  /** As JSON: payloads nest as they like. */
  payload: string | null;
  createdAtMs: number;
}

/** The writes that keep entries of one integration and count them; at most 90 entries. */
export function logWrites(
  scope: RowScope,
  integrationId: string,
  entries: readonly LogEntry[],
  nowMs: number,
): Write[] {
  const nowSeconds = Math.floor(nowMs / 1_000);
  const ttl = nowSeconds + integerSetting('INTEGRATION_LOG_RETENTION_DAYS') * daySeconds;
  const puts = entries.map(({ level, message, code, payload, runId, entityType, entityId }): Write => {
    const id = randomUUID();
    const stored: StoredEntry = {
      ...{ id, integrationId, level, message },
      code: code ?? null,
      payload: payload === undefined ? null : toJson(payload),
      runId: runId ?? null,
      entityType: entityType ?? null,
      entityId: entityId ?? null,
      createdAtMs: nowMs,
    };
    return { put: { ...toItem(integrationLogKey(scope, integrationId, nowMs, id), entity, stored), ttl } };
  });
  const errors = entries.filter(({ level }) => level === 'error').length;
  const { amounts, outdated } = countChange({ total: entries.length, errors }, nowMs);
  const countsTtl = nowSeconds + (integrationLimits.analyticsDays + 1) * daySeconds;
  const values = {
    entity: 'integration_counts',
    v: 1,
    id: integrationId,
    lastActivityAtMs: nowMs,
    ttl: countsTtl,
  };
  return [...puts, { add: integrationCountsKey(scope, integrationId), amounts, values, remove: outdated }];
}

/** Keeps entries of one integration, in as few transactions as it takes. */
export async function insertEntries(
  scope: RowScope,
  integrationId: string,
  entries: readonly LogEntry[],
  nowMs: number,
): Promise<void> {
  for (let start = 0; start < entries.length; start += entriesPerTransaction) {
    const some = entries.slice(start, start + entriesPerTransaction);
    await transact(logWrites(scope, integrationId, some, nowMs));
  }
}

/**
 * Keeps an entry of one integration for half the price: the entry first, its count after it. For those who can do
 * without the count of an entry if they stop in between.
 */
export async function insertEntryApart(
  scope: RowScope,
  integrationId: string,
  entry: LogEntry,
  nowMs: number,
): Promise<void> {
  const writes = logWrites(scope, integrationId, [entry], nowMs);
  for (const write of writes) await ('add' in write ? countApart(write) : commit([write]));
}

/** One page of the entries of some integrations, newest first. */
export async function listLogs(
  scope: RowScope,
  integrationIds: readonly string[],
  { page, pageSize, search = '', integrationId: _, ...equals }: ListIntegrationLogs,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: IntegrationLog[] }> {
  const needle = search.toLowerCase();
  const wanted = Object.entries(equals).filter(([, value]) => value !== undefined);
  const { items, ...counted } = await listEntries(
    integrationIds.map((id) => integrationLogPartition(scope, id)),
    {
      page,
      pageSize,
      range: newestFirstRange(0, Number.MAX_SAFE_INTEGER),
      matches: (item) =>
        wanted.every(([name, value]) => item[name] === value) &&
        `${item.message}\n${item.code ?? ''}`.toLowerCase().includes(needle),
      nowSeconds: Math.floor(nowMs / 1_000),
    },
  );
  const entries = items.map((item) => {
    const { payload, createdAtMs, ...entry } = fromItem<StoredEntry>(item, entity);
    return {
      ...entry,
      scopeEntityType: entry.entityType,
      scopeEntityId: entry.entityId,
      payload: payload === null ? null : JSON.parse(payload),
      createdAt: new Date(createdAtMs).toISOString(),
    };
  });
  return { items: entries, ...counted };
}
