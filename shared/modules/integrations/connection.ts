import { parseJson } from '../../kernel/base/json.ts';
import { allOf } from '../../kernel/base/parallel.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { openSecret } from '../../kernel/secrets/seal.ts';
import { fromItem } from '../../kernel/table/item.ts';
import type { Key, RowScope } from '../../kernel/table/keys.ts';
import { batchGet, getItem, type Item, queryAll } from '../../kernel/table/read.ts';
import type { HealthStatus } from './check.ts';
import { type Credentials, openValues, secretValues } from './credentials.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import {
  integrationCredentialsKey,
  integrationStateKey,
  integrationStatesPrefix,
  integrationsPartition,
} from './keys.ts';
import { type CredentialTarget, credentialTarget, defaultVersion } from './registry.ts';

// Reads the stored state of an organization's integrations.

/** The stored state of an integration or a bundle; values that were never set are absent. */
export interface StoredState {
  id: string;
  isEnabled?: boolean;
  apiVersion?: string;
  reauthRequired?: boolean;
  enabledAtMs?: number;
  updatedAtMs?: number;
  lastHealthStatus?: HealthStatus;
  lastHealthCheckedAtMs?: number;
  /** When a check first found the last status. */
  healthChangedAtMs?: number;
  lastHealthLatencyMs?: number;
  /** Names of the stored credentials, without those of the bundle. */
  credentialKeys?: string[];
  credentialsUpdatedAtMs?: number;
  /** Incremented by each save of the credentials; 0 before the first save. */
  credentialsRevision: number;
  /** Incremented by each other change, except of the health; 0 before the first change. */
  revision: number;
}

/** The states and activity counts of an organization's integrations. */
export interface Settings {
  state(id: string): StoredState;
  counts(id: string): Readonly<Record<string, unknown>> | undefined;
}

export const stateEntity = 'integration';

function toState(id: string, item: Item | undefined): StoredState {
  const stored = item && fromItem<Partial<StoredState>>(item, stateEntity);
  return { credentialsRevision: 0, revision: 0, ...stored, id };
}

/** Reads the states and activity counts of an organization's integrations. Sends one Query. */
export async function readSettings(scope: RowScope): Promise<Settings> {
  return toSettings(await queryAll({ pk: integrationsPartition(scope), consistent: true }));
}

/** Converts items of the integrations partition. */
function toSettings(items: readonly Item[]): Settings {
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

export function isEnabled({ defaultState }: IntegrationDefinition, state: StoredState): boolean {
  return state.isEnabled ?? defaultState?.isEnabled ?? false;
}

/** Returns the selected version if it is still declared, otherwise the default. */
export function effectiveVersion(
  definition: IntegrationDefinition,
  { apiVersion }: StoredState,
): string | null {
  const isDeclared = definition.apiVersions?.some(({ id }) => id === apiVersion);
  return isDeclared ? (apiVersion ?? null) : defaultVersion(definition);
}

/** Returns the first of these integrations or bundles that has credentials. */
export function credentialsOwner(readFrom: readonly [string, ...string[]], settings: Settings): StoredState {
  const owners = readFrom.map((id) => settings.state(id));
  return owners.find(({ credentialKeys = [] }) => credentialKeys.length > 0) ?? settings.state(readFrom[0]);
}

/** Why an integration cannot be used. */
export type BlockedReason = 'off' | 'refused' | 'no credentials';

/** Returns why an organization cannot use an integration; undefined if it can. */
export function blockedReasonOf(
  definition: IntegrationDefinition,
  settings: Settings,
): BlockedReason | undefined {
  const state = settings.state(definition.id);
  if (!isEnabled(definition, state)) return 'off';
  if (state.reauthRequired) return 'refused';
  const { fields, readFrom } = credentialTarget(definition);
  const { credentialKeys = [] } = credentialsOwner(readFrom, settings);
  return fields.length > 0 && credentialKeys.length === 0 ? 'no credentials' : undefined;
}

// Decrypts credentials. Only code that connects to a provider does so.

export const credentialsEntity = 'integration_credentials';

/** Stored credentials: encrypted, with the revision of their save. */
export interface SealedCredentials {
  sealed: string;
  revision: number;
}

/** Returns undefined if there are no credentials. Sends one request. */
async function findSealed(scope: RowScope, ownerId: string): Promise<SealedCredentials | undefined> {
  const item = await getItem(integrationCredentialsKey(scope, ownerId));
  return item && fromItem<SealedCredentials>(item, credentialsEntity);
}

/** Finds the encrypted credentials among items that were read before. */
function sealedIn(scope: RowScope, ownerId: string, items: readonly Item[]): SealedCredentials | undefined {
  const { pk, sk } = integrationCredentialsKey(scope, ownerId);
  const item = items.find((candidate) => candidate.pk === pk && candidate.sk === sk);
  return item && fromItem<SealedCredentials>(item, credentialsEntity);
}

/** Encryption context per organization and integration, so that a ciphertext copied from elsewhere cannot be decrypted. */
export const purposeOf = ({ organizationId }: RowScope, ownerId: string): string =>
  `integrations.credentials ${organizationId} ${ownerId}`;

/**
 * Decrypts the credentials of an owner whose state was read before. Throws StaleError if new credentials were saved in
 * the meantime, UnavailableError if KMS cannot be reached.
 */
export async function decryptCredentials(
  scope: RowScope,
  owner: StoredState,
  items?: readonly Item[],
): Promise<Credentials> {
  if ((owner.credentialKeys ?? []).length === 0) return {};
  const stored = items ? sealedIn(scope, owner.id, items) : await findSealed(scope, owner.id);
  if (stored?.revision !== owner.credentialsRevision) throw new StaleError();
  return parseJson(await openSecret(scope, purposeOf(scope, owner.id), stored.sealed));
}

export interface OpenedCredentials {
  settings: Settings;
  /** State of the integration or bundle to which the credentials belong. */
  owner: StoredState;
  credentials: Credentials;
}

/** Reads the states of an organization's integrations and the credentials of one. Throws UnavailableError. */
export async function readCredentials(
  scope: RowScope,
  { readFrom }: Pick<CredentialTarget, 'readFrom'>,
  initialSettings?: Settings,
): Promise<OpenedCredentials> {
  let initial = initialSettings;
  const read = async () => {
    const settings = initial ?? (await readSettings(scope));
    initial = undefined;
    return { settings, etag: '' };
  };
  return updateWithRetry(read, undefined, async ({ settings }) => {
    const owner = credentialsOwner(readFrom, settings);
    return { settings, owner, credentials: await decryptCredentials(scope, owner) };
  });
}

/**
 * Does the same as `readCredentials` for items of `connectionKeys` that the caller has read. Throws StaleError if
 * credentials were saved between the reads of two items, and UnavailableError.
 */
export async function credentialsIn(
  scope: RowScope,
  { readFrom }: Pick<CredentialTarget, 'readFrom'>,
  items: readonly Item[],
): Promise<OpenedCredentials> {
  const { pk } = integrationStateKey(scope, '');
  const settings = toSettings(items.filter((item) => item.pk === pk));
  const owner = credentialsOwner(readFrom, settings);
  return { settings, owner, credentials: await decryptCredentials(scope, owner, items) };
}

export interface Connection {
  definition: IntegrationDefinition;
  isEnabled: boolean;
  blockedReason: BlockedReason | undefined;
  /** The effective API version; null for integrations without versions. */
  apiVersion: string | null;
  credentials: Credentials;
  /** The credentials that are not secret: the address and the account of the provider. */
  openValues: Credentials;
  /** Values that must not appear in logs. */
  secrets: string[];
  /** State of the integration or bundle to which the credentials belong, at the time of the read. */
  owner: StoredState;
}

function toConnection(
  definition: IntegrationDefinition,
  { settings, owner, credentials }: OpenedCredentials,
): Connection {
  const state = settings.state(definition.id);
  const { fields } = credentialTarget(definition);
  return {
    definition,
    isEnabled: isEnabled(definition, state),
    blockedReason: blockedReasonOf(definition, settings),
    apiVersion: effectiveVersion(definition, state),
    credentials,
    openValues: openValues(fields, credentials),
    secrets: secretValues(fields, credentials),
    owner,
  };
}

/** Reads an organization's connection to an integration. Sends two requests, three with credentials. Throws UnavailableError. */
export async function connect(
  scope: RowScope,
  definition: IntegrationDefinition,
  settings?: Settings,
): Promise<Connection> {
  return toConnection(definition, await readCredentials(scope, credentialTarget(definition), settings));
}

/** Returns the keys of a connection's items, for callers that read them together with other items. */
export function connectionKeys(scope: RowScope, definition: IntegrationDefinition): Key[] {
  const { id, readFrom } = credentialTarget(definition);
  const states = [...new Set([id, ...readFrom])];
  return [
    ...states.map((stateId) => integrationStateKey(scope, stateId)),
    ...readFrom.map((owner) => integrationCredentialsKey(scope, owner)),
  ];
}

/**
 * Reads the items of a connection for fewer units: all states of an organization in one consistent Query, and the
 * encrypted credentials with eventual consistency, as the state contains their revision. Sends two parallel requests.
 */
export async function readConnectionItems(
  scope: RowScope,
  definition: IntegrationDefinition,
): Promise<Item[]> {
  const { readFrom } = credentialTarget(definition);
  const [states, sealed] = await allOf([
    queryAll({ pk: integrationsPartition(scope), skPrefix: integrationStatesPrefix, consistent: true }),
    batchGet(
      readFrom.map((owner) => integrationCredentialsKey(scope, owner)),
      undefined,
      { consistent: false },
    ),
  ]);
  return [...states, ...sealed];
}

/** Returns the connection from its items. Reads them if they are not given or outdated. Throws UnavailableError. */
export function connectWith(
  scope: RowScope,
  definition: IntegrationDefinition,
  items?: readonly Item[],
): Promise<Connection> {
  let initial = items;
  const read = async () => {
    const current = initial ?? (await batchGet(connectionKeys(scope, definition)));
    initial = undefined;
    return { current, etag: '' };
  };
  return updateWithRetry(read, undefined, async ({ current }) =>
    toConnection(definition, await credentialsIn(scope, credentialTarget(definition), current)),
  );
}
