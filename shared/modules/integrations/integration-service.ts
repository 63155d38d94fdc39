/** Lists and reads integrations, and changes their state and version. */
import { requireFound } from '../../kernel/errors/errors.ts';
import type { Caller, RequestCaller, Target } from '../../kernel/http/operation.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../kernel/http/reply.ts';
import { toList } from '../../kernel/lists/list.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { effectiveVersion, readSettings, type StoredState } from './connection.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { assertVersion, bundleSummaries, changedState, toDetail, toRow, toState } from './integration.ts';
import type { ListIntegrations } from './integration-contract.ts';
import { findIntegration, integrations } from './registry.ts';
import { selectRows } from './select-rows.ts';
import type { UpdateState } from './state-contract.ts';
import { saveState, saveVersion } from './state-store.ts';

/** Returns the definition with this id. Throws NotFoundError. */
export function getDefinition(id: string): IntegrationDefinition {
  return requireFound(findIntegration(id), 'Integration');
}

/** Returns one page of matching integrations, and their bundles. A page beyond the last is empty. Sends one Query. */
export async function listIntegrations({ scope, context }: Caller<RowScope>, query: ListIntegrations) {
  const settings = await readSettings(scope);
  const all = integrations.map((definition) => toRow(definition, settings, context.nowMs));
  const rows = selectRows(all, query);
  const { page, pageSize } = query;
  const items = rows.slice((page - 1) * pageSize, page * pageSize);
  const list = toList({ page, pageSize }, { items, total: rows.length });
  return { ...list, bundles: bundleSummaries(rows) };
}

/** Throws NotFoundError. */
export async function getIntegration(
  { scope, context, client }: Caller<RowScope> & Pick<RequestCaller, 'client'>,
  { id }: { id: string },
) {
  const definition = getDefinition(id);
  const { tenantId, organizationId } = scope;
  const settings = await readSettings(scope);
  const target = { tenantId, organizationId, origin: client.origin };
  return withRevision(toDetail(definition, settings, target, context.nowMs), settings.state(id).revision);
}

/** Reads a state and writes its next revision. Throws NotFoundError and StaleError. */
function updateWithState<Result>(
  scope: RowScope,
  { id, ifMatch }: Target,
  write: (definition: IntegrationDefinition, before: StoredState) => Promise<Result>,
): Promise<Result> {
  const definition = getDefinition(id);
  const read = async () => (await readSettings(scope)).state(id);
  return updateWithRetry(read, ifMatch, (before) => write(definition, before));
}

/** Changes the given fields of a state. Throws NotFoundError and StaleError. */
export async function updateIntegrationState(
  { scope, context }: Caller<RowScope>,
  { id, ifMatch, ...changes }: UpdateState & Target,
) {
  return updateWithState(scope, { id, ifMatch }, async (definition, before) => {
    const values = changedState(definition, before, changes, context.nowMs);
    const state = await saveState(scope, definition, before, values, context);
    const { isEnabled, reauthRequired, apiVersion, updatedAt } = toState(definition, state);
    return withRevision({ isEnabled, reauthRequired, apiVersion, updatedAt }, state.revision);
  });
}

/** Selects a version. Throws NotFoundError, NotVersionedError, InvalidInputError and StaleError. */
export async function updateIntegrationVersion(
  { scope, context }: Caller<RowScope>,
  { id, apiVersion, ifMatch }: { apiVersion: string } & Target,
) {
  assertVersion(getDefinition(id), apiVersion, context.nowMs);
  return updateWithState(scope, { id, ifMatch }, async (definition, before) => {
    const { revision } = await saveVersion(scope, definition, before, apiVersion, context);
    const previousVersion = effectiveVersion(definition, before) ?? apiVersion;
    return withRevision({ apiVersion, previousVersion }, revision);
  });
}
