/**
 * How integrations lie in the table: a state each, in one partition. Version, credentials and health, which change it too,
 * have files of their own beside this one.
 */
import { type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { getItem, type Item, queryAll } from '../../kernel/table/read.ts';
import { type Condition, transact, type Write } from '../../kernel/table/write.ts';
import { webhookSwitchKey } from '../webhooks/public.ts';
import { webhookIntegrationId } from '../webhooks/public-light.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { isEnabled, type Settings, type StoredState } from './integration.ts';
import {
  healthCheckKey,
  integrationCredentialsKey,
  integrationStateKey,
  integrationsPartition,
} from './keys.ts';
import { healthCheckOf } from './registry.ts';

const stateEntity = 'integration';

function toState(id: string, item: Item | undefined): StoredState {
  const stored = item && fromItem<Partial<StoredState>>(item, stateEntity);
  return { credentialsRevision: 0, revision: 0, ...stored, id };
}

/** Everything about the integrations of an organization but credentials and logs. One Query. */
export async function readSettings(scope: RowScope): Promise<Settings> {
  return toSettings(await queryAll({ pk: integrationsPartition(scope), consistent: true }));
}

/** What items of that partition say; of others they say nothing. */
export function toSettings(items: readonly Item[]): Settings {
  const states = new Map(
    items.filter((item) => item.entity === stateEntity).map((item) => [String(item.id), item]),
  );
  const nowSeconds = Date.now() / 1_000;
  const counts = new Map(
    items
      .filter((item) => item.entity !== stateEntity && Number(item.ttl) > nowSeconds)
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

const credentialsEntity = 'integration_credentials';

/** Credentials as they are stored: sealed, with the revision that they were saved as. */
export interface SealedCredentials {
  sealed: string;
  revision: number;
}

/** Undefined when there are none. One request. */
export async function findSealed(scope: RowScope, ownerId: string): Promise<SealedCredentials | undefined> {
  const item = await getItem(integrationCredentialsKey(scope, ownerId));
  return item && fromItem<SealedCredentials>(item, credentialsEntity);
}

/** The same among items that were read before. */
export function sealedAmong(
  scope: RowScope,
  ownerId: string,
  items: readonly Item[],
): SealedCredentials | undefined {
  const { pk, sk } = integrationCredentialsKey(scope, ownerId);
  const item = items.find((one) => one.pk === pk && one.sk === sk);
  return item && fromItem<SealedCredentials>(item, credentialsEntity);
}

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
