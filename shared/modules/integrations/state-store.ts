/** Every change of an integration in the table: its state, its version, its credentials, and the health that a check found. */

import { type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { toItem } from '../../kernel/table/item.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { type Condition, transact, type Write } from '../../kernel/table/write.ts';
import { webhookSwitchKey } from '../webhooks/public.ts';
import { webhookIntegrationId } from '../webhooks/public-light.ts';
import {
  credentialsEntity,
  effectiveVersion,
  type HealthStatus,
  isEnabled,
  type StoredState,
  stateEntity,
} from './connection.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { healthCheckKey, integrationCredentialsKey, integrationStateKey } from './keys.ts';
import { type LogEntry, logWrites } from './logs.ts';
import { healthCheckOf } from './registry.ts';

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
    values: {
      ...values,
      entity: stateEntity,
      v: 1,
      id: before.id,
      ...(raises && { rev: before.revision + 1 }),
    },
    ...(guarded.length > 0 && { when: unchanged(before, guarded), otherwise: () => new StaleError() }),
  };
}

const bare = ({ id, credentialKeys, credentialsRevision, revision, ...rest }: StoredState) => rest;

/** The writes that tell of a changed state. */
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
function switchWrite(
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

// How credentials lie in the table: sealed, apart from the states, which name what is in them.

/** Credentials to be saved, and what else a save changes. */
export interface CredentialsSave {
  owner: StoredState;
  /** Undefined removes them. */
  sealed: string | undefined;
  keys: string[];
  /** Integrations that work with them and were refused before; theirs is a new chance. */
  refused: readonly { definition: IntegrationDefinition; state: StoredState }[];
  notifyOnFailedDelivery: boolean;
}

/** Replaces credentials. Throws StaleError when another writer came first. */
export async function saveCredentials(
  scope: RowScope,
  { owner, sealed, keys, refused, notifyOnFailedDelivery }: CredentialsSave,
  context: ChangeContext,
): Promise<void> {
  const { tenantId, organizationId } = scope;
  const credentialsRevision = owner.credentialsRevision + 1;
  const cleared = { reauthRequired: false, updatedAtMs: context.nowMs };
  const saved = { credentialKeys: keys, credentialsUpdatedAtMs: context.nowMs, credentialsRevision };
  const ownerWasRefused = refused.some(({ state }) => state.id === owner.id);
  const others = refused.filter(({ state }) => state.id !== owner.id);
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
    ownerWasRefused
      ? stateWrite(scope, owner, { ...saved, ...cleared }, ['revision', 'credentialsRevision'])
      : stateWrite(scope, owner, saved, ['credentialsRevision']),
    sealed === undefined ? { delete: key } : { put: row },
    ...others.map(({ state }) => stateWrite(scope, state, cleared, ['revision'])),
    ...(owner.id === webhookIntegrationId ? [switchWrite(scope, { notifyOnFailedDelivery })] : []),
    ...recordChange(change, context),
    ...refused.flatMap(({ definition, state }) =>
      stateChange(scope, definition, state, { ...state, ...cleared }, context),
    ),
  ]);
}

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

// What a check found.

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
