/** Reads the rule log and its statistics, and deletes old entries. */

import { recordChange } from '../../../kernel/audit/record.ts';
import { containing } from '../../../kernel/base/compared.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, requireFound } from '../../../kernel/errors/errors.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { lowerBoundMs, timeRangeOf } from '../../../kernel/http/time-range.ts';
import { toList } from '../../../kernel/lists/list.ts';
import { deleteItems } from '../../../kernel/table/batch-write.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { defaultDirection, refuseHeavyRows } from '../../../kernel/table/listing.ts';
import { transact } from '../../../kernel/table/write.ts';
import type { DeleteLogs, ReadLogStats } from './log-contract.ts';
import { type ListLogs, type RuleLog, relativeTime } from './log-entry-contract.ts';
import { LogTally } from './log-stats.ts';
import * as store from './log-store.ts';

const unitMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** An age such as `7d` as the time that it counts back to; a date stays unchanged. */
function dateOf(text: string, nowMs: number): string {
  const [, count, unit = ''] = relativeTime.exec(text) ?? [];
  return count === undefined ? text : toIso(nowMs - Number(count) * (unitMs[unit] ?? 0));
}

type Filters = Partial<
  Pick<ListLogs, 'ruleId' | 'entityId' | 'entityType' | 'eventType' | 'executionResult' | 'executedBy' | 'id'>
>;

function filterOf(
  times: { executedAtFrom?: string | undefined; executedAtTo?: string | undefined },
  { search = '', ...equals }: Filters & { search?: string | undefined },
  nowMs: number,
): store.LogFilter {
  const [from, to] = [times.executedAtFrom, times.executedAtTo].map((time) => time && dateOf(time, nowMs));
  const range = timeRangeOf(from, to, ['executedAtFrom', 'executedAtTo']);
  const filters = Object.entries(equals).filter(([, value]) => value !== undefined);
  const isFound = containing(search);
  const matches = (row: RuleLog) =>
    filters.every(([name, value]) => row[name as keyof RuleLog] === value) &&
    [row.ruleName, row.entityId, row.errorMessage].some(isFound);
  return { ...range, matches, nowSeconds: Math.floor(nowMs / 1_000) };
}

/** One page of the log. Throws InvalidInputError, PageTooLargeError. */
export async function listLogs({ scope, context: { nowMs } }: Caller, query: ListLogs) {
  const { page, pageSize, withTotal, sortField, sortDir, executedAtFrom, executedAtTo, ...equals } = query;
  const filter = filterOf({ executedAtFrom, executedAtTo }, equals, nowMs);
  const sort = { field: sortField, direction: sortDir ?? defaultDirection(sortField) };
  const request = { page, pageSize, withTotal, sort };
  const { items, total, totalIsExact } = await store.listLogs(scope, filter, request);
  refuseHeavyRows(items, pageSize);
  return { ...toList(query, { items, total }), totalIsExact };
}

/** Throws NotFoundError. */
export async function getLog({ scope, context: { nowMs } }: Caller, { id }: Pick<Target, 'id'>) {
  return requireFound(await store.findLog(scope, id, Math.floor(nowMs / 1_000)), 'Log entry');
}

/** The statistics of the log. Throws InvalidInputError. */
export async function getLogStats({ scope, context: { nowMs } }: Caller, query: ReadLogStats) {
  const { groupBy, executedAtFrom, executedAtTo, ...equals } = query;
  const filter = filterOf({ executedAtFrom, executedAtTo }, equals, nowMs);
  const tally = new LogTally(groupBy);
  const reading = { isComplete: true };
  for await (const row of store.readLogs(scope, filter, reading)) tally.add(row);
  return {
    ...tally.figures(),
    from: toIso(filter.fromMs),
    to: toIso(Math.min(filter.toMs, nowMs)),
    isExact: reading.isComplete,
    ...(groupBy !== undefined && { groups: tally.groups() }),
  };
}

/** Time for deleting in one request, before the API times out. */
const deleteMs = 20_000;
/** Items that are deleted in the transaction of the event. */
const lastOnes = 25;

interface PendingDeletion {
  keys: Key[];
  entries: number;
}

/**
 * Deletes the active organization's entries before a time, and publishes an event if any were deleted. Throws
 * InvalidInputError for a time in the future.
 */
export async function deleteLogs({ scope, context }: Caller, { olderThan }: DeleteLogs) {
  const { tenantId, organizationId } = scope;
  const beforeMs = lowerBoundMs(dateOf(olderThan, context.nowMs));
  if (beforeMs > context.nowMs) throw new InvalidInputError({ olderThan: 'must not be in the future' });
  const deadlineMs = Date.now() + deleteMs;
  const pending: PendingDeletion = { keys: [], entries: 0 };
  let finished = true;
  for await (const page of store.oldLogItems({ tenantId, organizationId }, beforeMs)) {
    if (Date.now() > deadlineMs) {
      finished = false;
      break;
    }
    pending.keys.push(...page.map(({ key }) => key));
    pending.entries += page.reduce((sum, { entries }) => sum + entries, 0);
    await deleteItems(pending.keys.splice(0, pending.keys.length - lastOnes));
  }
  const { keys, entries: deleted } = pending;
  if (keys.length > 0) {
    await transact([
      ...keys.map((key) => ({ delete: key })),
      ...recordChange(deletionOf(scope, toIso(beforeMs), deleted), context),
    ]);
  }
  return { ok: true as const, deleted, finished };
}

function deletionOf({ tenantId, organizationId }: Scope, before: string, deleted: number) {
  return {
    tenantId,
    organizationId,
    resource: 'business_rules.log',
    resourceId: organizationId,
    action: 'deleted',
    version: 1,
    data: { before, deleted },
    changes: { entries: { before: deleted, after: 0 } },
  };
}
