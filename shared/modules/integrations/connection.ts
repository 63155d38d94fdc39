import { StaleError } from '../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { openSecret } from '../../kernel/secrets/seal.ts';
import { fromItem } from '../../kernel/table/item.ts';
import type { Key, RowScope } from '../../kernel/table/keys.ts';
import { allOf } from '../../kernel/table/parallel.ts';
import { batchGet, getItem, type Item, queryAll } from '../../kernel/table/read.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import {
  integrationCredentialsKey,
  integrationStateKey,
  integrationStatesPrefix,
  integrationsPartition,
} from './keys.ts';
import {
  type Credentials,
  type CredentialTarget,
  credentialTarget,
  defaultVersion,
  secretValues,
} from './registry.ts';

// What is stored of an organization's integrations, as it is read.

export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

/** What is stored of an integration, or of a bundle; what was never set is absent. */
export interface StoredState {
  id: string;
  isEnabled?: boolean;
  apiVersion?: string;
  reauthRequired?: boolean;
  enabledAtMs?: number;
  updatedAtMs?: number;
  lastHealthStatus?: HealthStatus;
  lastHealthCheckedAtMs?: number;
  lastHealthLatencyMs?: number;
  /** Names of its own credentials. */
  credentialKeys?: string[];
  credentialsUpdatedAtMs?: number;
  /** Grows with each save of its own credentials; 0 before the first. */
  credentialsRevision: number;
  /** Grows with each change of the rest, health excepted; 0 before the first. */
  revision: number;
}

/** Everything that is stored of an organization's integrations. */
export interface Settings {
  state(id: string): StoredState;
  counts(id: string): Readonly<Record<string, unknown>> | undefined;
}

export const stateEntity = 'integration';

function toState(id: string, item: Item | undefined): StoredState {
  const stored = item && fromItem<Partial<StoredState>>(item, stateEntity);
  return { credentialsRevision: 0, revision: 0, ...stored, id };
}

/** Everything about the integrations of an organization but credentials and logs. One Query. */
export async function readSettings(scope: RowScope): Promise<Settings> {
  return toSettings(await queryAll({ pk: integrationsPartition(scope), consistent: true }));
}

/** What items of that partition say; of others they say nothing. */
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

/** The version in effect: the chosen one as long as it is declared. */
export function effectiveVersion(
  definition: IntegrationDefinition,
  { apiVersion }: StoredState,
): string | null {
  const isDeclared = definition.apiVersions?.some(({ id }) => id === apiVersion);
  return isDeclared ? (apiVersion ?? null) : defaultVersion(definition);
}

/** Whose credentials an integration has: the first of its owners with any. */
export function credentialsOwner(readFrom: readonly [string, ...string[]], settings: Settings): StoredState {
  const owners = readFrom.map((id) => settings.state(id));
  return owners.find(({ credentialKeys = [] }) => credentialKeys.length > 0) ?? settings.state(readFrom[0]);
}

/** Why an integration cannot be used. */
export type BlockedReason = 'off' | 'refused' | 'no credentials';

/** Why an organization cannot use an integration; undefined when it can. */
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

// Opens credentials: only what connects to a provider does.

export const credentialsEntity = 'integration_credentials';

/** Credentials as they are stored: sealed, with the revision that they were saved as. */
export interface SealedCredentials {
  sealed: string;
  revision: number;
}

/** Undefined when there are none. One request. */
async function findSealed(scope: RowScope, ownerId: string): Promise<SealedCredentials | undefined> {
  const item = await getItem(integrationCredentialsKey(scope, ownerId));
  return item && fromItem<SealedCredentials>(item, credentialsEntity);
}

/** The same among items that were read before. */
function sealedAmong(
  scope: RowScope,
  ownerId: string,
  items: readonly Item[],
): SealedCredentials | undefined {
  const { pk, sk } = integrationCredentialsKey(scope, ownerId);
  const item = items.find((one) => one.pk === pk && one.sk === sk);
  return item && fromItem<SealedCredentials>(item, credentialsEntity);
}

/** Sealed for one organization's integration, so that text copied from another does not open. */
export const purposeOf = ({ organizationId }: RowScope, ownerId: string): string =>
  `integrations.credentials ${organizationId} ${ownerId}`;

/**
 * The credentials of an owner whose state was read before. Throws StaleError when others were saved meanwhile,
 * UnavailableError while KMS is out of reach.
 */
export async function openCredentials(
  scope: RowScope,
  owner: StoredState,
  known?: readonly Item[],
): Promise<Credentials> {
  if ((owner.credentialKeys ?? []).length === 0) return {};
  const found = known ? sealedAmong(scope, owner.id, known) : await findSealed(scope, owner.id);
  if (found?.revision !== owner.credentialsRevision) throw new StaleError();
  return JSON.parse(await openSecret(scope, purposeOf(scope, owner.id), found.sealed));
}

export interface OpenedCredentials {
  settings: Settings;
  /** Whose they are: the integration's own, or its bundle's. */
  owner: StoredState;
  credentials: Credentials;
}

/** The state of an organization's integrations, and the credentials of one. Throws UnavailableError. */
export async function readCredentials(
  scope: RowScope,
  { readFrom }: Pick<CredentialTarget, 'readFrom'>,
  known?: Settings,
): Promise<OpenedCredentials> {
  let first = known;
  const read = async () => {
    const settings = first ?? (await readSettings(scope));
    first = undefined;
    return { settings, etag: '' };
  };
  return updateWithRetry(read, undefined, async ({ settings }) => {
    const owner = credentialsOwner(readFrom, settings);
    return { settings, owner, credentials: await openCredentials(scope, owner) };
  });
}

/**
 * The same of items that were read together with others (`connectionKeys`). Throws StaleError when credentials were
 * saved between two of them, UnavailableError.
 */
export async function credentialsAmong(
  scope: RowScope,
  { readFrom }: Pick<CredentialTarget, 'readFrom'>,
  items: readonly Item[],
): Promise<OpenedCredentials> {
  const { pk } = integrationStateKey(scope, '');
  const settings = toSettings(items.filter((item) => item.pk === pk));
  const owner = credentialsOwner(readFrom, settings);
  return { settings, owner, credentials: await openCredentials(scope, owner, items) };
}

export interface Connection {
  definition: IntegrationDefinition;
  isEnabled: boolean;
  blockedReason: BlockedReason | undefined;
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
    blockedReason: blockedReasonOf(definition, settings),
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
  const states = [...new Set([id, ...readFrom])];
  return [
    ...states.map((one) => integrationStateKey(scope, one)),
    ...readFrom.map((owner) => integrationCredentialsKey(scope, owner)),
  ];
}

/**
 * The same items for fewer units: the states of an organization are read together, strongly consistent, and what is sealed
 * eventually consistent, as a state knows which credentials go with it. Two requests at once.
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
