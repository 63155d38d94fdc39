/** Lists and reads integrations, and changes their state and version. */
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { requireFound } from '../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { toList } from '../../kernel/lists/list.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { effectiveVersion, readSettings, type StoredState } from './connection.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { assertVersion, bundleSummaries, changedState, toDetail, toRow } from './integration.ts';
import type { IntegrationDetail, ListIntegrations } from './integration-contract.ts';
import { findIntegration, integrations } from './registry.ts';
import { selectRows } from './select-rows.ts';
import type { UpdateState } from './state-contract.ts';
import { saveState, saveVersion } from './state-store.ts';

/** Returns the definition with this id. Throws NotFoundError. */
export function getDefinition(id: string): IntegrationDefinition {
  return requireFound(findIntegration(id), 'Integration');
}

/** Returns one page of matching integrations, and their bundles. A page beyond the last is empty. Sends one Query. */
export async function listIntegrations(scope: RowScope, query: ListIntegrations, nowMs: number) {
  const settings = await readSettings(scope);
  const all = integrations.map((definition) => toRow(definition, settings, nowMs));
  const rows = selectRows(all, query);
  const { page, pageSize } = query;
  const items = rows.slice((page - 1) * pageSize, page * pageSize);
  const list = toList({ page, pageSize }, { items, total: rows.length });
  return { ...list, bundles: bundleSummaries(rows) };
}

/** Throws NotFoundError. */
export async function getIntegration(
  { tenantId, organizationId }: RowScope,
  id: string,
  origin: string,
  nowMs: number,
): Promise<{ detail: IntegrationDetail; revision: number }> {
  const definition = getDefinition(id);
  const at = { tenantId, organizationId };
  const settings = await readSettings(at);
  return {
    detail: toDetail(definition, settings, { ...at, origin }, nowMs),
    revision: settings.state(id).revision,
  };
}

/** Reads a state and writes its next revision. Throws NotFoundError and StaleError. */
function updateWithState<Result>(
  scope: RowScope,
  id: string,
  ifMatch: string | undefined,
  write: (definition: IntegrationDefinition, before: StoredState) => Promise<Result>,
): Promise<Result> {
  const definition = getDefinition(id);
  const read = async () => (await readSettings(scope)).state(id);
  return updateWithRetry(read, ifMatch, (before) => write(definition, before));
}

/** Changes the given fields of a state. Throws NotFoundError and StaleError. */
export function updateState(
  scope: RowScope,
  id: string,
  input: UpdateState,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<{ definition: IntegrationDefinition; state: StoredState }> {
  return updateWithState(scope, id, ifMatch, async (definition, before) => {
    const values = changedState(definition, before, input, context.nowMs);
    return { definition, state: await saveState(scope, definition, before, values, context) };
  });
}

/** Selects a version. Throws NotFoundError, NotVersionedError, InvalidInputError and StaleError. */
export function updateVersion(
  scope: RowScope,
  id: string,
  apiVersion: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<{ apiVersion: string; previousVersion: string; revision: number }> {
  assertVersion(getDefinition(id), apiVersion, context.nowMs);
  return updateWithState(scope, id, ifMatch, async (definition, before) => {
    const { revision } = await saveVersion(scope, definition, before, apiVersion, context);
    return { apiVersion, previousVersion: effectiveVersion(definition, before) ?? apiVersion, revision };
  });
}
