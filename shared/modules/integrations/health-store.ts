/** Writes what a check found into the state of an integration, and into its log. */
import { type ChangeContext, recordChange } from '../../kernel/audit/record.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { transact } from '../../kernel/table/write.ts';
import type { HealthStatus, StoredState } from './integration.ts';
import { type LogEntry, logWrites } from './logs.ts';
import { stateWrite } from './state-store.ts';

/** What a check found. */
export interface CheckedHealth {
  status: HealthStatus;
  message: string | null;
  latencyMs: number;
  checkedAtMs: number;
}

/** Stores what a check found, with its log entry; a health other than before is also an event. */
export async function saveHealth(
  scope: RowScope,
  before: StoredState,
  { status, message, latencyMs, checkedAtMs }: CheckedHealth,
  entry: LogEntry,
  context: ChangeContext,
): Promise<void> {
  const { tenantId, organizationId } = scope;
  const previousStatus = before.lastHealthStatus ?? null;
  const change = {
    tenantId,
    organizationId,
    resource: 'integrations.health',
    resourceId: before.id,
    action: 'changed',
    // Checks may overlap; the time tells which is newer.
    version: checkedAtMs,
    data: { integrationId: before.id, status, previousStatus, message, actor: context.principal.subject },
    changes: { status: { before: previousStatus, after: status } },
  };
  const values = {
    lastHealthStatus: status,
    lastHealthCheckedAtMs: checkedAtMs,
    lastHealthLatencyMs: latencyMs,
  };
  await transact([
    stateWrite(scope, before, values, []),
    ...logWrites(scope, before.id, [entry], checkedAtMs),
    ...(status === previousStatus ? [] : recordChange(change, context)),
  ]);
}
