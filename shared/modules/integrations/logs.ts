/** Writes and lists the log entries of integrations. */

import { randomUUID } from 'node:crypto';
import { containing } from '../../kernel/base/compared.ts';
import { parseJson, toJson } from '../../kernel/base/json.ts';
import { chunksOf } from '../../kernel/base/parallel.ts';
import { truncate } from '../../kernel/base/text.ts';
import { toIso } from '../../kernel/base/times.ts';
import type { Caller } from '../../kernel/http/operation.ts';
import { toList } from '../../kernel/lists/list.ts';
import { redact, withoutSecrets } from '../../kernel/secrets/redact.ts';
import { integerSetting } from '../../kernel/settings/settings.ts';
import { dailyCountChange } from '../../kernel/table/counts.ts';
import { type EntriesPage, listEntries } from '../../kernel/table/entries.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import { newestFirstRange, type RowScope } from '../../kernel/table/keys.ts';
import { transact, type Write } from '../../kernel/table/write.ts';
import { integrationCountsKey, integrationLogKey, integrationLogPartition } from './keys.ts';
import { integrationLimits } from './limits.ts';
import type { IntegrationLog, ListIntegrationLogs } from './log-contract.ts';
import { integrations } from './registry.ts';

/** An entry to write. */
export interface LogEntry extends Pick<IntegrationLog, 'level' | 'message'> {
  code?: string | undefined;
  payload?: Record<string, unknown> | undefined;
  runId?: string | undefined;
  entityType?: string | undefined;
  entityId?: string | undefined;
}

const entity = 'integration_log';
const daySeconds = 86_400;
/** DynamoDB accepts 100 writes per transaction; one of them updates the counts. */
const maxEntriesPerTransaction = 90;

interface StoredEntry
  extends Omit<IntegrationLog, 'payload' | 'createdAt' | 'scopeEntityType' | 'scopeEntityId'> {
  /** As JSON, because DynamoDB limits the depth of documents. */
  payload: string | null;
  createdAtMs: number;
}

/** Builds the writes that store and count entries of one integration; at most 90 entries. */
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

/** Stores entries of one integration in transactions of up to 90 entries. */
async function insertEntries(
  scope: RowScope,
  integrationId: string,
  entries: readonly LogEntry[],
  nowMs: number,
): Promise<void> {
  for (const chunk of chunksOf(entries, maxEntriesPerTransaction))
    await transact(logWrites(scope, integrationId, chunk, nowMs));
}

/** Returns one page of the entries of these integrations, newest first. */
export async function listLogs(
  scope: RowScope,
  integrationIds: readonly string[],
  { page, pageSize, withTotal, search = '', id, level, runId, entityType, entityId }: ListIntegrationLogs,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: IntegrationLog[] }> {
  const isFound = containing(search);
  const equals = { id, level, runId, entityType, entityId };
  const filters = Object.entries(equals).filter(([, value]) => value !== undefined);
  const { items, ...counts } = await listEntries(
    integrationIds.map((integrationId) => integrationLogPartition(scope, integrationId)),
    {
      page,
      pageSize,
      withTotal,
      range: newestFirstRange(0, Number.MAX_SAFE_INTEGER),
      matches: (item) =>
        filters.every(([name, value]) => item[name] === value) &&
        isFound(`${item.message}\n${item.code ?? ''}`),
      nowSeconds: Math.floor(nowMs / 1_000),
    },
  );
  const entries = items.map((item) => {
    const { payload, createdAtMs, ...entry } = fromItem<StoredEntry>(item, entity);
    return {
      ...entry,
      scopeEntityType: entry.entityType,
      scopeEntityId: entry.entityId,
      payload: payload === null ? null : parseJson<Record<string, unknown>>(payload),
      createdAt: toIso(createdAtMs),
    };
  });
  return { items: entries, ...counts };
}

/** Redacts and truncates an entry. `secrets` are the credentials in use. */
export function redactEntry(entry: LogEntry, secrets: readonly string[]): LogEntry {
  const { message, payload, code, entityType } = entry;
  const redacted = payload && (redact(payload, secrets) as Record<string, unknown>);
  const isTooLarge =
    redacted !== undefined && Buffer.byteLength(toJson(redacted)) > integrationLimits.logPayloadBytes;
  return {
    ...entry,
    message: truncate(withoutSecrets(message, secrets), integrationLimits.logMessage),
    code: code && truncate(code, integrationLimits.logCode),
    entityType: entityType && truncate(entityType, integrationLimits.logEntityType),
    payload: isTooLarge ? { note: 'too large to keep' } : redacted,
  };
}

/**
 * Writes redacted entries to an integration's log. Values whose names suggest a secret are removed, and so is every
 * occurrence of `secrets` (`secretValues` of the credentials in use).
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
    entries.map((entry) => redactEntry(entry, secrets)),
    nowMs,
  );
}

/** Returns one page of the organization's log. */
export async function listIntegrationLogs({ scope, context }: Caller<RowScope>, query: ListIntegrationLogs) {
  const ids = query.integrationId === undefined ? integrations.map(({ id }) => id) : [query.integrationId];
  const { items, total, totalIsExact } = await listLogs(scope, ids, query, context.nowMs);
  return { ...toList(query, { items, total }), totalIsExact };
}
