/** Logs of integrations: what may be written, how entries are stored, and who may read them. */

import { randomUUID } from 'node:crypto';
import { toJson } from '../../kernel/http/json.ts';
import { toList } from '../../kernel/lists/list.ts';
import { redact, withoutSecrets } from '../../kernel/secrets/redact.ts';
import { integerSetting } from '../../kernel/settings/settings.ts';
import { dailyCountChange } from '../../kernel/table/daily-counts.ts';
import { type EntriesPage, listEntries } from '../../kernel/table/entries.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import { newestFirstRange, type RowScope } from '../../kernel/table/keys.ts';
import { chunksOf } from '../../kernel/table/parallel.ts';
import { commit, countApart, transact, type Write } from '../../kernel/table/write.ts';
import { truncate } from '../../kernel/text/text.ts';
import { toIso } from '../../kernel/text/times.ts';
import { integrationCountsKey, integrationLogKey, integrationLogPartition } from './keys.ts';
import { integrationLimits } from './limits.ts';
import type { IntegrationLog, ListIntegrationLogs } from './log-contract.ts';
import { integrations } from './registry.ts';

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
  const { amounts, outdated } = dailyCountChange(
    { d: entries.length, e: errors },
    integrationLimits.analyticsDays,
    nowMs,
  );
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
async function insertEntries(
  scope: RowScope,
  integrationId: string,
  entries: readonly LogEntry[],
  nowMs: number,
): Promise<void> {
  for (const some of chunksOf(entries, entriesPerTransaction))
    await transact(logWrites(scope, integrationId, some, nowMs));
}

/**
 * Keeps an entry of one integration for half the price: the entry first, its count after it. For those who can do
 * without the count of an entry if they stop in between.
 */
async function insertEntryApart(
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
      createdAt: toIso(createdAtMs),
    };
  });
  return { items: entries, ...counted };
}

// The log of integrations: what adapters may write into it, and who may read it.

/** The entry without secrets, and not larger than is kept. `secrets` are those that are known to be in use. */
export function toKept(entry: LogEntry, secrets: readonly string[]): LogEntry {
  const { message, payload, code, entityType } = entry;
  const cleaned = payload && (redact(payload, secrets) as Record<string, unknown>);
  const tooLarge =
    cleaned !== undefined && Buffer.byteLength(JSON.stringify(cleaned)) > integrationLimits.logPayloadBytes;
  return {
    ...entry,
    message: truncate(withoutSecrets(message, secrets), integrationLimits.logMessage),
    code: code && truncate(code, integrationLimits.logCode),
    entityType: entityType && truncate(entityType, integrationLimits.logEntityType),
    payload: tooLarge ? { note: 'too large to keep' } : cleaned,
  };
}

/**
 * Writes entries into an integration's log, without secrets: values of names that sound like one go, and `secrets`
 * wherever they occur (`secretValues` of the credentials in use).
 */
export async function writeLogs(
  scope: RowScope,
  integrationId: string,
  entries: readonly LogEntry[],
  { secrets, nowMs }: { secrets: readonly string[]; nowMs: number },
): Promise<void> {
  await insertEntries(
    scope,
    integrationId,
    entries.map((entry) => toKept(entry, secrets)),
    nowMs,
  );
}

/** Writes one entry like `writeLogs`, with `insertEntryApart`. */
export async function writeLogApart(
  scope: RowScope,
  integrationId: string,
  entry: LogEntry,
  { secrets, nowMs }: { secrets: readonly string[]; nowMs: number },
): Promise<void> {
  await insertEntryApart(scope, integrationId, toKept(entry, secrets), nowMs);
}

/** One page of the organization's log. */
export async function listIntegrationLogs(scope: RowScope, query: ListIntegrationLogs, nowMs: number) {
  const ids = query.integrationId === undefined ? integrations.map(({ id }) => id) : [query.integrationId];
  const { items, total, totalIsExact } = await listLogs(scope, ids, query, nowMs);
  return { ...toList(query, { items, total }), totalIsExact };
}
