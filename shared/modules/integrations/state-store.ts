/**
 * How integrations lie in the table: a state each, in one partition. Version, credentials and health, which change it too,
 * have files of their own beside this one.
 */
import { type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { type Item, queryAll } from '../../kernel/table/read.ts';
import { type Condition, transact, type Write } from '../../kernel/table/write.ts';
import { webhookIntegrationId } from '../webhooks/endpoints/webhook.ts';
import { webhookSwitchKey } from '../webhooks/keys.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { isEnabled, type Settings, type StoredState } from './integration.ts';
import { healthCheckKey, integrationStateKey, integrationsPartition } from './keys.ts';
import { healthCheckOf } from './registry.ts';

const entity = 'integration';

function toState(id: string, item: Item | undefined): StoredState {
  const stored = item && fromItem<Partial<StoredState>>(item, entity);
  return { credentialsRevision: 0, revision: 0, ...stored, id };
}

/** Everything about the integrations of an organization but credentials and logs. One Query. */
export async function readSettings(scope: RowScope): Promise<Settings> {
  return toSettings(await queryAll({ pk: integrationsPartition(scope), consistent: true }));
}

/** What items of that partition say; of others they say nothing. */
export function toSettings(items: readonly Item[]): Settings {
  const states = new Map(
    items.filter((item) => item.entity === entity).map((item) => [String(item.id), item]),
  );
  const nowSeconds = Date.now() / 1_000;
  const counts = new Map(
    items
      .filter((item) => item.entity !== entity && Number(item.ttl) > nowSeconds)
      .map((item) => [String(item.id), item]),
  );
  return { state: (id) => toState(id, states.get(id)), counts: (id) => counts.get(id) };
}

/** That the state, its credentials, or either are unchanged since they were read. */
function unchanged(before: StoredState, parts: readonly ('revision' | 'credentialsRevision')[]): Condition {
  const terms = parts.map((part) => {
    const attribute = part === 'revision' ? 'rev' : part;
    return before[part] === 0 ? `attribute_not_exists(${attribute})` : `${attribute} = :${part}Read`;
  });
  const values = parts.filter((part) => before[part] > 0).map((part) => [`:${part}Read`, before[part]]);
  return {
    expression: terms.join(' AND '),
    ...(values.length > 0 && { values: Object.fromEntries(values) as Record<string, number> }),
  };
}

/** Sets some attributes of a state; those that its revision stands for raise it. */
export function stateWrite(
  scope: RowScope,
  before: StoredState,
  values: Partial<StoredState>,
  guarded: readonly ('revision' | 'credentialsRevision')[],
): Write {
  const raises = guarded.includes('revision');
  return {
    set: integrationStateKey(scope, before.id),
    values: { ...values, entity, v: 1, id: before.id, ...(raises && { rev: before.revision + 1 }) },
    ...(guarded.length > 0 && { when: unchanged(before, guarded), otherwise: () => new StaleError() }),
  };
}

const bare = ({ id, credentialKeys, credentialsRevision, revision, ...rest }: StoredState) => rest;

/** The writes that tell of a changed state. */
export function stateChange(
  scope: RowScope,
  definition: IntegrationDefinition,
  before: StoredState,
  after: StoredState,
  context: ChangeContext,
): Write[] {
  const { tenantId, organizationId } = scope;
  return recordChange(
    {
      tenantId,
      organizationId,
      resource: 'integrations.state',
      resourceId: definition.id,
      action: 'updated',
      version: before.revision + 1,
      data: {
        integrationId: definition.id,
        isEnabled: isEnabled(definition, after),
        reauthRequired: after.reauthRequired ?? false,
        actor: context.principal.subject,
      },
      changes: differences(bare(before), bare(after), ['updatedAtMs', 'enabledAtMs']),
    },
    context,
  );
}

/** What else lies in the table because an integration is on, or is not. */
function consequences(scope: RowScope, definition: IntegrationDefinition, on: boolean): Write[] {
  const { tenantId, organizationId } = scope;
  const key = healthCheckKey(scope, definition.id);
  const row = { tenantId, organizationId, integrationId: definition.id };
  const checks: Write[] =
    healthCheckOf(definition) === undefined
      ? []
      : [on ? { put: toItem(key, 'health_check', row) } : { delete: key }];
  return definition.id === webhookIntegrationId ? [...checks, switchWrite(scope, { isEnabled: on })] : checks;
}

/** What webhooks see of their integration lies beside their subscriptions. */
export function switchWrite(
  scope: RowScope,
  values: { isEnabled: boolean } | { notifyOnFailedDelivery: boolean },
): Write {
  return { set: webhookSwitchKey(scope), values: { ...values, entity: 'webhook_switch', v: 1 } };
}

/** Stores a changed state. Throws StaleError when another writer came first. */
export async function saveState(
  scope: RowScope,
  definition: IntegrationDefinition,
  before: StoredState,
  values: Partial<StoredState>,
  context: ChangeContext,
): Promise<StoredState> {
  const after = { ...before, ...values, revision: before.revision + 1 };
  const [was, is] = [isEnabled(definition, before), isEnabled(definition, after)];
  await transact([
    stateWrite(scope, before, values, ['revision']),
    ...(values.isEnabled !== undefined || was !== is ? consequences(scope, definition, is) : []),
    ...stateChange(scope, definition, before, after, context),
  ]);
  return after;
}

/**
 * Remembers that the provider refused the credentials `seen`. Throws StaleError when others were saved, or the state
 * was changed, since they were read.
 */
export async function requireReauth(
  scope: RowScope,
  definition: IntegrationDefinition,
  before: StoredState,
  seen: StoredState,
  context: ChangeContext,
): Promise<void> {
  const isOwn = seen.id === before.id;
  const values = { reauthRequired: true, updatedAtMs: context.nowMs };
  await transact([
    stateWrite(scope, before, values, isOwn ? ['revision', 'credentialsRevision'] : ['revision']),
    // A bundle's state is written as it is: that it has not changed is what matters.
    ...(isOwn ? [] : [stateWrite(scope, seen, {}, ['credentialsRevision'])]),
    ...stateChange(scope, definition, before, { ...before, ...values }, context),
  ]);
}
