/** The log of integrations: what adapters may write into it, and who may read it. */

import { toList } from '../../kernel/lists/list.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { truncate } from '../../kernel/text/text.ts';
import { integrationLimits } from './limits.ts';
import type { ListIntegrationLogs } from './log-contract.ts';
import { insertEntries, insertEntryApart, type LogEntry, listLogs } from './log-store.ts';
import { redact, withoutSecrets } from './redact.ts';
import { integrations } from './registry.ts';

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
