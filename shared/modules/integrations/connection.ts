/** What adapters of other modules need: whether an integration may be used, with which credentials, and to complain. */
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import type { Key, RowScope } from '../../kernel/table/keys.ts';
import { batchGet, type Item } from '../../kernel/table/read.ts';
import { credentialsAmong, type OpenedCredentials, readCredentials } from './credential-service.ts';
import { type Credentials, secretValues } from './credentials.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { effectiveVersion, isEnabled, type Settings, type StoredState } from './integration.ts';
import { integrationCredentialsKey, integrationStateKey } from './keys.ts';
import { credentialTarget } from './registry.ts';
import { readSettings, requireReauth } from './state-store.ts';

export interface Connection {
  definition: IntegrationDefinition;
  isEnabled: boolean;
  /** The provider refused the credentials, and no others were saved since. */
  reauthRequired: boolean;
  /** The version in effect; null for integrations without versions. */
  apiVersion: string | null;
  credentials: Credentials;
  /** Values that must appear in no log. */
  secrets: string[];
  /** Whose credentials they are, as it was when they were read. */
  owner: StoredState;
}

function toConnection(
  definition: IntegrationDefinition,
  { settings, owner, credentials }: OpenedCredentials,
): Connection {
  const state = settings.state(definition.id);
  return {
    definition,
    isEnabled: isEnabled(definition, state),
    reauthRequired: state.reauthRequired ?? false,
    apiVersion: effectiveVersion(definition, state),
    credentials,
    secrets: secretValues(credentialTarget(definition).fields, credentials),
    owner,
  };
}

/** How an organization uses an integration. Two requests, three with credentials. Throws UnavailableError. */
export async function connect(
  scope: RowScope,
  definition: IntegrationDefinition,
  known?: Settings,
): Promise<Connection> {
  return toConnection(definition, await readCredentials(scope, credentialTarget(definition), known));
}

/** Everything that a connection is made of, for those who read it together with other items. */
export function connectionKeys(scope: RowScope, definition: IntegrationDefinition): Key[] {
  const { id, readFrom } = credentialTarget(definition);
  const owners = [...new Set([id, ...readFrom])];
  return owners.flatMap((owner) => [
    integrationStateKey(scope, owner),
    integrationCredentialsKey(scope, owner),
  ]);
}

/** The connection that such items make; they are read when none are given, and anew when they are outdated. Throws UnavailableError. */
export function connectWith(
  scope: RowScope,
  definition: IntegrationDefinition,
  items?: readonly Item[],
): Promise<Connection> {
  let known = items;
  const read = async () => {
    const found = known ?? (await batchGet(connectionKeys(scope, definition)));
    known = undefined;
    return { found, etag: '' };
  };
  return updateWithRetry(read, undefined, async ({ found }) =>
    toConnection(definition, await credentialsAmong(scope, credentialTarget(definition), found)),
  );
}

/**
 * Tells that the provider refused the credentials of a connection: `reauthRequired` until others are saved. Does
 * nothing when that has happened meanwhile.
 */
export async function reportAuthFailure(
  scope: RowScope,
  { definition, owner }: Pick<Connection, 'definition' | 'owner'>,
  context: ChangeContext,
): Promise<void> {
  const read = async () => ({ settings: await readSettings(scope), etag: '' });
  await updateWithRetry(read, undefined, async ({ settings }) => {
    const before = settings.state(definition.id);
    const isOutdated = settings.state(owner.id).credentialsRevision !== owner.credentialsRevision;
    if (isOutdated || before.reauthRequired) return;
    await requireReauth(scope, definition, before, owner, context);
  });
}
