/** What adapters of other modules need: whether an integration may be used, with which credentials, and to complain. */
import type { ChangeContext } from '../../kernel/audit/record.ts';
import type { FieldErrors } from '../../kernel/errors/app-error.ts';
import {
  BodyTooLargeError,
  InvalidInputError,
  NotFoundError,
  StaleError,
} from '../../kernel/errors/errors.ts';
import { toJson } from '../../kernel/http/json.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { openSecret, sealSecret } from '../../kernel/secrets/seal.ts';
import type { Key, RowScope } from '../../kernel/table/keys.ts';
import { allOf } from '../../kernel/table/parallel.ts';
import { batchGet, type Item, queryAll } from '../../kernel/table/read.ts';
import type { IntegrationCredentials } from './credential-contract.ts';
import {
  type Credentials,
  configuredSecrets,
  credentialProblems,
  missingCredentials,
  savedCredentials,
  secretsToRepeat,
  secretValues,
  shownCredentials,
} from './credentials.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import {
  credentialsOwner,
  effectiveVersion,
  isEnabled,
  type Settings,
  type StoredState,
} from './integration.ts';
import {
  integrationCredentialsKey,
  integrationStateKey,
  integrationStatesPrefix,
  integrationsPartition,
} from './keys.ts';
import { integrationLimits } from './limits.ts';
import { type CredentialTarget, credentialTarget, findCredentialTarget, integrations } from './registry.ts';
import {
  findSealed,
  readSettings,
  requireReauth,
  saveCredentials,
  sealedAmong,
  toSettings,
} from './state-store.ts';

// Saves, shows and opens credentials. Only what connects to a provider opens them.

/** Sealed for one organization's integration, so that text copied from another does not open. */
const purposeOf = ({ organizationId }: RowScope, ownerId: string): string =>
  `integrations.credentials ${organizationId} ${ownerId}`;

/** The ETag of credentials; that of the state is another. */
const etagOf = ({ credentialsRevision }: StoredState): string => `"c${credentialsRevision}"`;

function getTarget(id: string): CredentialTarget {
  const target = findCredentialTarget(id);
  if (target === undefined) throw new NotFoundError('Integration');
  return target;
}

/**
 * The credentials of an owner whose state was read before. Throws StaleError when others were saved meanwhile,
 * UnavailableError while KMS is out of reach.
 */
async function openCredentials(
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
async function readCredentials(
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

/** What callers may see of credentials, with the ETag. Throws NotFoundError, UnavailableError. */
export async function showCredentials(
  scope: RowScope,
  id: string,
): Promise<{ shown: IntegrationCredentials; etag: string }> {
  const target = getTarget(id);
  const { settings, owner, credentials } = await readCredentials(scope, target);
  const { credentialsUpdatedAtMs: atMs } = owner;
  const shown = {
    integrationId: id,
    schema: { fields: [...target.fields] },
    credentials: shownCredentials(target.fields, credentials),
    secretFieldsConfigured: configuredSecrets(target.fields, credentials),
    updatedAt: atMs === undefined ? null : new Date(atMs).toISOString(),
  };
  return { shown, etag: etagOf(settings.state(target.writeTo)) };
}

/** The integrations that work with an owner's credentials once it has some, and were refused before. */
function refusedWith(ownerId: string, settings: Settings) {
  return integrations.flatMap((definition) => {
    const { readFrom } = credentialTarget(definition);
    const users = readFrom[0] === ownerId || credentialsOwner(readFrom, settings).id === ownerId;
    const state = settings.state(definition.id);
    return users && state.reauthRequired ? [{ definition, state }] : [];
  });
}

async function seal(scope: RowScope, ownerId: string, credentials: Credentials): Promise<string> {
  const text = toJson(credentials);
  if (Buffer.byteLength(text) > integrationLimits.credentialsBytes)
    throw new BodyTooLargeError(integrationLimits.credentialsBytes);
  return sealSecret(scope, purposeOf(scope, ownerId), text);
}

function assertValid(problems: FieldErrors): void {
  if (Object.keys(problems).length > 0) throw new InvalidInputError(problems);
}

/**
 * Replaces the credentials of an integration, or those it shares with its bundle, and returns the new ETag. Throws
 * NotFoundError, InvalidInputError, StaleError, BodyTooLargeError, UnavailableError.
 */
export async function updateCredentials(
  scope: RowScope,
  id: string,
  given: Credentials,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<string> {
  const target = getTarget(id);
  assertValid(credentialProblems(target.fields, given));
  const read = async () => {
    const settings = await readSettings(scope);
    return { settings, etag: etagOf(settings.state(target.writeTo)) };
  };
  return updateWithRetry(read, ifMatch, async ({ settings }) => {
    const from = credentialsOwner(target.readFrom, settings);
    const stored = await openCredentials(scope, from);
    assertValid(secretsToRepeat(target.fields, given, stored));
    const saved = savedCredentials(target.fields, given, stored);
    const keys = Object.keys(saved);
    const owner = settings.state(target.writeTo);
    const sealed = keys.length === 0 ? undefined : await seal(scope, owner.id, saved);
    const refused = refusedWith(owner.id, settings);
    const notifyOnFailedDelivery = saved.notifyOnFailedDelivery === true;
    await saveCredentials(scope, { owner, sealed, keys, refused, notifyOnFailedDelivery }, context);
    // `{}` removes the credentials on purpose.
    const missing = keys.length === 0 ? [] : missingCredentials(target.fields, saved);
    if (missing.length > 0) context.warnings?.push(`${id} does not work yet: ${missing.join(', ')} missing.`);
    return etagOf({ ...owner, credentialsRevision: owner.credentialsRevision + 1 });
  });
}

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
