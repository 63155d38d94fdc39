/** Reads and saves credentials, and records that a provider rejected them. */

import type { ChangeContext } from '../../kernel/audit/record.ts';
import { toJson } from '../../kernel/base/json.ts';
import { toIsoOrNull } from '../../kernel/base/times.ts';
import type { FieldErrors } from '../../kernel/errors/app-error.ts';
import { BodyTooLargeError, InvalidInputError, requireFound } from '../../kernel/errors/errors.ts';
import type { Caller, Reader, Target } from '../../kernel/http/operation.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { Reply } from '../../kernel/http/reply.ts';
import { sealSecret } from '../../kernel/secrets/seal.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import {
  type Connection,
  credentialsOwner,
  decryptCredentials,
  purposeOf,
  readCredentials,
  readSettings,
  type Settings,
  type StoredState,
} from './connection.ts';
import type { IntegrationCredentials, SaveCredentials } from './credential-contract.ts';
import {
  type Credentials,
  configuredSecrets,
  credentialProblems,
  keysWithValue,
  missingCredentials,
  savedCredentials,
  secretsToRepeat,
  shownCredentials,
  trimmedCredentials,
} from './credentials.ts';
import { integrationLimits } from './limits.ts';
import { type CredentialTarget, credentialTarget, findCredentialTarget, integrations } from './registry.ts';
import { requireReauth, saveCredentials } from './state-store.ts';

/** The ETag of credentials. The state has a separate ETag. */
const etagOf = ({ credentialsRevision }: StoredState): string => `"c${credentialsRevision}"`;

function getTarget(id: string): CredentialTarget {
  return requireFound(findCredentialTarget(id), 'Integration');
}

/** Returns the credentials with masked secrets. Throws NotFoundError and UnavailableError. */
export async function getIntegrationCredentials(
  { scope }: Reader<RowScope>,
  { id }: { id: string },
): Promise<Reply<IntegrationCredentials>> {
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
  return new Reply(shown, { etag: etagOf(settings.state(target.writeTo)) });
}

/** Returns the integrations that use an owner's credentials and whose previous credentials were rejected. */
function rejectedIntegrations(ownerId: string, settings: Settings) {
  return integrations.flatMap((definition) => {
    const { readFrom } = credentialTarget(definition);
    const usesOwner = readFrom[0] === ownerId || credentialsOwner(readFrom, settings).id === ownerId;
    const state = settings.state(definition.id);
    return usesOwner && state.reauthRequired ? [{ definition, state }] : [];
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
 * Replaces the credentials of an integration, or those of its bundle. Throws NotFoundError, InvalidInputError, StaleError, BodyTooLargeError and UnavailableError.
 */
export async function updateIntegrationCredentials(
  { scope, context }: Caller<RowScope>,
  { id, credentials, ifMatch }: SaveCredentials & Target,
) {
  const target = getTarget(id);
  const input = trimmedCredentials(target.fields, credentials);
  assertValid(credentialProblems(target.fields, input));
  const read = async () => {
    const settings = await readSettings(scope);
    return { settings, etag: etagOf(settings.state(target.writeTo)) };
  };
  return updateWithRetry(read, ifMatch, async ({ settings }) => {
    const currentOwner = credentialsOwner(target.readFrom, settings);
    const stored = await decryptCredentials(scope, currentOwner);
    assertValid(secretsToRepeat(target.fields, input, stored));
    const saved = savedCredentials(target.fields, input, stored);
    const keys = keysWithValue(saved);
    const owner = settings.state(target.writeTo);
    const sealed = keys.length === 0 ? undefined : await seal(scope, owner.id, saved);
    const rejected = rejectedIntegrations(owner.id, settings);
    const notifyOnFailedDelivery = saved.notifyOnFailedDelivery === true;
    await saveCredentials(scope, { owner, sealed, keys, rejected, notifyOnFailedDelivery }, context);
    // No values remove the credentials on purpose, so nothing is missing.
    const missing = keys.length === 0 ? [] : missingCredentials(target.fields, saved);
    if (missing.length > 0) context.warnings?.push(`${id} does not work yet: ${missing.join(', ')} missing.`);
    const etag = etagOf({ ...owner, credentialsRevision: owner.credentialsRevision + 1 });
    return new Reply({ ok: true as const }, { etag });
  });
}

/**
 * Sets `reauthRequired` because the provider rejected the credentials of a connection. Does nothing if new credentials
 * have been saved in the meantime.
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
