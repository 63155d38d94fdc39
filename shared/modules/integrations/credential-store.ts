/** How credentials lie in the table: sealed, apart from the states, which name what is in them. */
import { type ChangeContext, recordChange } from '../../kernel/audit/record.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { getItem, type Item } from '../../kernel/table/read.ts';
import { transact } from '../../kernel/table/write.ts';
import { webhookIntegrationId } from '../webhooks/endpoints/webhook.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import type { StoredState } from './integration.ts';
import { integrationCredentialsKey } from './keys.ts';
import { stateChange, stateWrite, switchWrite } from './state-store.ts';

const entity = 'integration_credentials';

/** Credentials as they are stored: sealed, with the revision that they were saved as. */
export interface SealedCredentials {
  sealed: string;
  revision: number;
}

/** Undefined when there are none. One request. */
export async function findSealed(scope: RowScope, ownerId: string): Promise<SealedCredentials | undefined> {
  const item = await getItem(integrationCredentialsKey(scope, ownerId));
  return item && fromItem<SealedCredentials>(item, entity);
}

/** The same among items that were read before. */
export function sealedAmong(
  scope: RowScope,
  ownerId: string,
  items: readonly Item[],
): SealedCredentials | undefined {
  const { pk, sk } = integrationCredentialsKey(scope, ownerId);
  const item = items.find((one) => one.pk === pk && one.sk === sk);
  return item && fromItem<SealedCredentials>(item, entity);
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
  const row = toItem(key, entity, { sealed }, { revision: credentialsRevision });
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
