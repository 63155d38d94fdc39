/** Stores changes of an integration: state, version, credentials and health. */

import { type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import { toItem } from '../../kernel/table/item.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { type Condition, orStale, transact, type Write } from '../../kernel/table/write.ts';
import { webhookSwitchKey } from '../webhooks/public.ts';
import { webhookIntegrationId } from '../webhooks/public-data.ts';
import type { HealthStatus } from './check.ts';
import {
  credentialsEntity,
  effectiveVersion,
  isEnabled,
  type StoredState,
  stateEntity,
} from './connection.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { healthCheckKey, integrationCredentialsKey, integrationStateKey } from './keys.ts';
import { type LogEntry, logWrites } from './logs.ts';
import { healthCheckOf } from './registry.ts';

/** Builds the condition that these revisions have not changed since the read. */
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

/** Builds the write that sets attributes of a state. If `revision` is guarded, the write increments it. */
export function stateWrite(
  scope: RowScope,
  before: StoredState,
  values: Partial<StoredState>,
  guarded: readonly ('revision' | 'credentialsRevision')[],
): Write {
  const incrementsRevision = guarded.includes('revision');
  return {
    set: integrationStateKey(scope, before.id),
    values: {
      ...values,
      entity: stateEntity,
      v: 1,
      id: before.id,
      ...(incrementsRevision && { rev: before.revision + 1 }),
    },
    ...(guarded.length > 0 && { ...orStale(unchanged(before, guarded)) }),
  };
}

function auditedFields(definition: IntegrationDefinition, state: StoredState) {
  const { id, credentialKeys, credentialsRevision, revision, ...fields } = state;
  const { reauthRequired = false } = fields;
  return { ...fields, isEnabled: isEnabled(definition, state), reauthRequired };
}

/** Builds the writes that audit and publish a changed state. */
function stateChange(
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
      changes: differences(auditedFields(definition, before), auditedFields(definition, after), [
        'updatedAtMs',
        'enabledAtMs',
      ]),
    },
    context,
  );
}

/** Builds the writes of the other items that depend on whether an integration is enabled. */
function enablementWrites(scope: RowScope, definition: IntegrationDefinition, enabled: boolean): Write[] {
  const { tenantId, organizationId } = scope;
  const key = healthCheckKey(scope, definition.id);
  const row = { tenantId, organizationId, integrationId: definition.id };
  const checks: Write[] =
    healthCheckOf(definition) === undefined
      ? []
      : [enabled ? { put: toItem(key, 'health_check', row) } : { delete: key }];
  if (definition.id !== webhookIntegrationId) return checks;
  return [...checks, webhookEnablementWrite(scope, { isEnabled: enabled })];
}

/** Builds the write of the copy that is stored beside the subscriptions of webhooks, which read both in one Query. */
function webhookEnablementWrite(
  scope: RowScope,
  values: { isEnabled: boolean } | { notifyOnFailedDelivery: boolean },
): Write {
  return { set: webhookSwitchKey(scope), values: { ...values, entity: 'webhook_switch', v: 1 } };
}

/** Stores a changed state. Throws StaleError if another writer has changed it. */
export async function saveState(
  scope: RowScope,
  definition: IntegrationDefinition,
  before: StoredState,
  values: Partial<StoredState>,
  context: ChangeContext,
): Promise<StoredState> {
  const after = { ...before, ...values, revision: before.revision + 1 };
  const [wasEnabled, willBeEnabled] = [isEnabled(definition, before), isEnabled(definition, after)];
  await transact([
    stateWrite(scope, before, values, ['revision']),
    ...(values.isEnabled !== undefined || wasEnabled !== willBeEnabled
      ? enablementWrites(scope, definition, willBeEnabled)
      : []),
    ...stateChange(scope, definition, before, after, context),
  ]);
  return after;
}

/**
 * Stores that the provider rejected the credentials of `owner`. Throws StaleError if the credentials or the state have
 * changed since the read.
 */
export async function requireReauth(
  scope: RowScope,
  definition: IntegrationDefinition,
  before: StoredState,
  owner: StoredState,
  context: ChangeContext,
): Promise<void> {
  const isOwn = owner.id === before.id;
  const values = { reauthRequired: true, updatedAtMs: context.nowMs };
  await transact([
    stateWrite(scope, before, values, isOwn ? ['revision', 'credentialsRevision'] : ['revision']),
    // The bundle's state gets no new values; the write checks that the credentials have not changed.
    ...(isOwn ? [] : [stateWrite(scope, owner, {}, ['credentialsRevision'])]),
    ...stateChange(scope, definition, before, { ...before, ...values }, context),
  ]);
}

/** Credentials to save, and the states that the save changes. */
export interface CredentialsSave {
  owner: StoredState;
  /** Undefined removes them. */
  sealed: string | undefined;
  keys: string[];
  /** Integrations that use these credentials and whose previous credentials were rejected. Their flag is cleared. */
  rejected: readonly { definition: IntegrationDefinition; state: StoredState }[];
  notifyOnFailedDelivery: boolean;
}

/** Replaces credentials. Throws StaleError if another writer has changed them. */
export async function saveCredentials(
  scope: RowScope,
  { owner, sealed, keys, rejected, notifyOnFailedDelivery }: CredentialsSave,
  context: ChangeContext,
): Promise<void> {
  const { tenantId, organizationId } = scope;
  const credentialsRevision = owner.credentialsRevision + 1;
  const cleared = { reauthRequired: false, updatedAtMs: context.nowMs };
  const saved = { credentialKeys: keys, credentialsUpdatedAtMs: context.nowMs, credentialsRevision };
  const ownerWasRejected = rejected.some(({ state }) => state.id === owner.id);
  const others = rejected.filter(({ state }) => state.id !== owner.id);
  const key = integrationCredentialsKey(scope, owner.id);
  const row = toItem(key, credentialsEntity, { sealed }, { revision: credentialsRevision });
  const change = {
    tenantId,
    organizationId,
    resource: 'integrations.credentials',
    resourceId: owner.id,
    action: 'updated',
    version: credentialsRevision,
    data: { integrationId: owner.id, credentialsKeys: keys, actor: context.principal.subject },
    changes: { credentialsKeys: { before: owner.credentialKeys ?? [], after: keys } },
  };
  await transact([
    ownerWasRejected
      ? stateWrite(scope, owner, { ...saved, ...cleared }, ['revision', 'credentialsRevision'])
      : stateWrite(scope, owner, saved, ['credentialsRevision']),
    sealed === undefined ? { delete: key } : { put: row },
    ...others.map(({ state }) => stateWrite(scope, state, cleared, ['revision'])),
    ...(owner.id === webhookIntegrationId ? [webhookEnablementWrite(scope, { notifyOnFailedDelivery })] : []),
    ...recordChange(change, context),
    ...rejected.flatMap(({ definition, state }) =>
      stateChange(scope, definition, state, { ...state, ...cleared }, context),
    ),
  ]);
}

/** Stores the selected version. Throws StaleError if another writer has changed the state. */
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
    changes: { apiVersion: { before: previousVersion, after: apiVersion } },
  };
  await transact([stateWrite(scope, before, values, ['revision']), ...recordChange(change, context)]);
  return { ...before, ...values, revision: before.revision + 1 };
}

/** Result of a health check. */
export interface CheckedHealth {
  status: HealthStatus;
  message: string | null;
  latencyMs: number;
  checkedAtMs: number;
}

/** Stores the result of a health check and its log entry. Publishes an event if the status has changed. */
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
    // Checks may overlap, so the time orders their events.
    version: checkedAtMs,
    data: { integrationId: before.id, status, previousStatus, message, actor: context.principal.subject },
    changes: { status: { before: previousStatus, after: status } },
  };
  const values = {
    lastHealthStatus: status,
    lastHealthCheckedAtMs: checkedAtMs,
    ...(status !== previousStatus && { healthChangedAtMs: checkedAtMs }),
    lastHealthLatencyMs: latencyMs,
  };
  await transact([
    stateWrite(scope, before, values, []),
    ...logWrites(scope, before.id, [entry], checkedAtMs),
    ...(status === previousStatus ? [] : recordChange(change, context)),
  ]);
}
