/** Writes the chosen version into the state of an integration. */
import { type ChangeContext, recordChange } from '../../kernel/audit/record.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { transact } from '../../kernel/table/write.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { effectiveVersion, type StoredState } from './integration.ts';
import { stateWrite } from './state-store.ts';

/** Stores the chosen version. Throws StaleError when another writer came first. */
export async function saveVersion(
  scope: RowScope,
  definition: IntegrationDefinition,
  before: StoredState,
  apiVersion: string,
  context: ChangeContext,
): Promise<StoredState> {
  const { tenantId, organizationId } = scope;
  const values = { apiVersion, updatedAtMs: context.nowMs };
  const previousVersion = effectiveVersion(definition, before);
  const change = {
    tenantId,
    organizationId,
    resource: 'integrations.version',
    resourceId: definition.id,
    action: 'changed',
    version: before.revision + 1,
    data: { integrationId: definition.id, apiVersion, previousVersion, actor: context.principal.subject },
    changes: { apiVersion: { before: before.apiVersion, after: apiVersion } },
  };
  await transact([stateWrite(scope, before, values, ['revision']), ...recordChange(change, context)]);
  return { ...before, ...values, revision: before.revision + 1 };
}
