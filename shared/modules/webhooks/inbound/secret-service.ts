/** Seals and opens secrets of endpoints. Separate from the other services, whose functions need no KMS client. */
import { randomUUID } from 'node:crypto';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { type Created, refuseReplay } from '../../../kernel/http/create-once.ts';
import type { Caller, Reader, Target } from '../../../kernel/http/operation.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { readerOf } from '../../../kernel/resources/reader.ts';
import { toResponse } from '../../../kernel/resources/values.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import { openSecret, sealSecret } from '../../../kernel/secrets/seal.ts';
import { newSecret } from '../deliveries/sign.ts';
import type { CreateInboundEndpoint, ReplaceInboundSecret } from './contract.ts';
import { assertSecret, changedEndpoint, newEndpoint } from './inbound-endpoint.ts';
import { inboundEndpointRows, inboundEndpoints, type StoredEndpoint } from './inbound-endpoints.ts';

const { get } = readerOf(inboundEndpointRows);
const changes = writerOf(inboundEndpointRows);

/** The context of sealed endpoint secrets. */
const purpose = 'inbound.secret';

const seal = (scope: TenantScope, secret: string): Promise<string> => sealSecret(scope, purpose, secret);

/** The secret that verifies messages. Throws UnavailableError if KMS is unavailable. */
export function openEndpointSecret(endpoint: StoredEndpoint): Promise<string> {
  return openSecret(endpoint, purpose, endpoint.secret);
}

const withSecret = (endpoint: StoredEndpoint, secret: string) =>
  withRevision({ ...toResponse(inboundEndpoints, endpoint), id: endpoint.id, secret }, endpoint.revision);

/** Creates an endpoint and returns it with its secret, which cannot be read later. Throws InvalidInputError. */
export async function createInboundEndpoint(
  { scope, context }: Caller,
  { secret = newSecret(), ...input }: CreateInboundEndpoint,
) {
  assertSecret(input.providerKey, secret);
  const sealed = { id: randomUUID(), secret: await seal(scope, secret) };
  const endpoint = newEndpoint(scope, input, sealed, context);
  await changes.insert(endpoint, context);
  return withSecret(endpoint, secret);
}

/**
 * Returns what `createInboundEndpoint` returned for an equal request. Throws NotFoundError, and AlreadyCreatedError if the
 * endpoint was changed since: its secret may be a newer one.
 */
export async function createdInboundEndpoint({ scope }: Reader, created: Created) {
  const endpoint = await get(scope, created.id);
  if (endpoint.revision !== created.version) return refuseReplay(scope, created);
  return withSecret(endpoint, await openEndpointSecret(endpoint));
}

/** Replaces the secret immediately. Throws NotFoundError, StaleError, InvalidInputError. */
export async function rotateInboundSecret(
  { scope, context }: Caller,
  { id, secret = newSecret(), ifMatch }: ReplaceInboundSecret & Target,
) {
  const replaceSecret = async (before: StoredEndpoint) => {
    assertSecret(before.providerKey, secret);
    return changedEndpoint(before, { secret: await seal(scope, secret) }, context);
  };
  const { revision } = await changes.change(scope, id, ifMatch, context, replaceSecret, 'rotated');
  return withRevision({ success: true as const, secret }, revision);
}
