/** What can be done with integrations: list, read, switch, choose a version. */
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { NotFoundError } from '../../kernel/errors/errors.ts';
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

/** The definition with this id. Throws NotFoundError. */
export function getDefinition(id: string): IntegrationDefinition {
  const definition = findIntegration(id);
  if (definition === undefined) throw new NotFoundError('Integration');
  return definition;
}

/** One page of the integrations that match, and their bundles. A page beyond the last is empty. One Query. */
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

/** Reads a state and writes it anew. Throws NotFoundError, StaleError. */
function onState<Result>(
  scope: RowScope,
  id: string,
  ifMatch: string | undefined,
  write: (definition: IntegrationDefinition, before: StoredState) => Promise<Result>,
): Promise<Result> {
  const definition = getDefinition(id);
  const read = async () => (await readSettings(scope)).state(id);
  return updateWithRetry(read, ifMatch, (before) => write(definition, before));
}

/** Changes the given fields of a state. Throws NotFoundError, StaleError. */
export function updateState(
  scope: RowScope,
  id: string,
  given: UpdateState,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<{ definition: IntegrationDefinition; state: StoredState }> {
  return onState(scope, id, ifMatch, async (definition, before) => {
    const values = changedState(definition, before, given, context.nowMs);
    return { definition, state: await saveState(scope, definition, before, values, context) };
  });
}

/** Chooses a version. Throws NotFoundError, NotVersionedError, InvalidInputError, StaleError. */
export function updateVersion(
  scope: RowScope,
  id: string,
  apiVersion: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<{ apiVersion: string; previousVersion: string; revision: number }> {
  assertVersion(getDefinition(id), apiVersion, context.nowMs);
  return onState(scope, id, ifMatch, async (definition, before) => {
    const { revision } = await saveVersion(scope, definition, before, apiVersion, context);
    return { apiVersion, previousVersion: effectiveVersion(definition, before) ?? apiVersion, revision };
  });
}
