/** Saves and shows credentials, and notes that a provider refused them. */

import type { ChangeContext } from '../../kernel/audit/record.ts';
import type { FieldErrors } from '../../kernel/errors/app-error.ts';
import { BodyTooLargeError, InvalidInputError, NotFoundError } from '../../kernel/errors/errors.ts';
import { toJson } from '../../kernel/http/json.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { sealSecret } from '../../kernel/secrets/seal.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { toIsoOrNull } from '../../kernel/text/times.ts';
import {
  type Connection,
  credentialsOwner,
  openCredentials,
  purposeOf,
  readCredentials,
  readSettings,
  type Settings,
  type StoredState,
} from './connection.ts';
import type { IntegrationCredentials } from './credential-contract.ts';
import { integrationLimits } from './limits.ts';
import {
  type Credentials,
  type CredentialTarget,
  configuredSecrets,
  credentialProblems,
  credentialTarget,
  findCredentialTarget,
  integrations,
  missingCredentials,
  savedCredentials,
  secretsToRepeat,
  shownCredentials,
} from './registry.ts';
import { requireReauth, saveCredentials } from './state-store.ts';

/** The ETag of credentials; that of the state is another. */
const etagOf = ({ credentialsRevision }: StoredState): string => `"c${credentialsRevision}"`;

function getTarget(id: string): CredentialTarget {
  const target = findCredentialTarget(id);
  if (target === undefined) throw new NotFoundError('Integration');
  return target;
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
    updatedAt: toIsoOrNull(atMs),
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
