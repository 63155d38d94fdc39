/** Seals and opens secrets of endpoints. Separate from the other services, whose functions need no KMS client. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope, TenantScope } from '../../../kernel/base/principal.ts';
import { type Created, refuseReplay } from '../../../kernel/http/create-once.ts';
import { readerOf } from '../../../kernel/resources/reader.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import { openSecret, sealSecret } from '../../../kernel/secrets/seal.ts';
import { newSecret } from '../deliveries/sign.ts';
import type { CreateInboundEndpoint, ReplaceInboundSecret } from './contract.ts';
import { assertSecret, changedEndpoint, newEndpoint } from './inbound-endpoint.ts';
import { inboundEndpointRows, type StoredEndpoint } from './inbound-endpoints.ts';

const { get } = readerOf(inboundEndpointRows);
const changes = writerOf(inboundEndpointRows);

/** The context of sealed endpoint secrets. */
const purpose = 'inbound.secret';

const seal = (scope: TenantScope, secret: string): Promise<string> => sealSecret(scope, purpose, secret);

/** The secret that verifies messages. Throws UnavailableError if KMS is unavailable. */
export function openEndpointSecret(endpoint: StoredEndpoint): Promise<string> {
  return openSecret(endpoint, purpose, endpoint.secret);
}

/** Creates an endpoint and returns it with its secret, which cannot be read later. Throws InvalidInputError. */
export async function createEndpoint(
  scope: Scope,
  { secret = newSecret(), ...input }: CreateInboundEndpoint,
  context: ChangeContext,
): Promise<{ endpoint: StoredEndpoint; secret: string }> {
  assertSecret(input.providerKey, secret);
  const sealed = { id: randomUUID(), secret: await seal(scope, secret) };
  const endpoint = newEndpoint(scope, input, sealed, context);
  await changes.insert(endpoint, context);
  return { endpoint, secret };
}

/**
 * Returns what `createEndpoint` returned for an equal request. Throws NotFoundError, and AlreadyCreatedError if the endpoint
 * was changed since: its secret may be a newer one.
 */
export async function createdEndpoint(
  scope: Scope,
  created: Created,
): Promise<{ endpoint: StoredEndpoint; secret: string }> {
  const endpoint = await get(scope, created.id);
  if (endpoint.revision !== created.version) return refuseReplay(scope, created);
  return { endpoint, secret: await openEndpointSecret(endpoint) };
}

/** Replaces the secret immediately. Throws NotFoundError, StaleError, InvalidInputError. */
export async function rotateSecret(
  scope: Scope,
  id: string,
  { secret = newSecret() }: ReplaceInboundSecret,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<{ endpoint: StoredEndpoint; secret: string }> {
  const replaceSecret = async (before: StoredEndpoint) => {
    assertSecret(before.providerKey, secret);
    return changedEndpoint(before, { secret: await seal(scope, secret) }, context);
  };
  const endpoint = await changes.change(scope, id, ifMatch, context, replaceSecret, 'rotated');
  return { endpoint, secret };
}
