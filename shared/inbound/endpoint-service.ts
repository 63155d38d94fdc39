/** What can be done with inbound endpoints. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../audit/record.ts';
import { NotFoundError } from '../http/errors.ts';
import { toList, toListRequest } from '../http/list.ts';
import { onCurrent } from '../http/on-current.ts';
import type { Scope, TenantScope } from '../identity/principal.ts';
import { openSecret, sealSecret } from '../secrets/seal.ts';
import { newSecret } from '../webhooks/sign.ts';
import type {
  CreateInboundEndpoint,
  ListInboundEndpoints,
  ReplaceInboundSecret,
  UpdateInboundEndpoint,
} from './contract.ts';
import * as store from './endpoint-store.ts';
import {
  assertSecret,
  changedEndpoint,
  newEndpoint,
  type StoredEndpoint,
  toInboundEndpoint,
} from './inbound-endpoint.ts';

/** What secrets of endpoints are sealed for. */
const purpose = 'inbound.secret';

const seal = (scope: TenantScope, secret: string): Promise<string> => sealSecret(scope, purpose, secret);

/** The secret that messages are verified with. Throws UnavailableError when KMS is out of reach. */
export function openEndpointSecret(endpoint: StoredEndpoint): Promise<string> {
  return openSecret(endpoint, purpose, endpoint.secret);
}

/** Throws NotFoundError. */
export async function getEndpoint(scope: Scope, id: string): Promise<StoredEndpoint> {
  const found = await store.findEndpoint(scope, id);
  if (found === undefined) throw new NotFoundError('Inbound endpoint');
  return found;
}

/** One page of the visible endpoints. */
export async function listEndpoints(scope: Scope, query: ListInboundEndpoints) {
  const { providerKey, isActive } = query;
  const request = toListRequest<store.EndpointListField>(query, { providerKey, isActive });
  const { items, total } = await store.listEndpoints(scope, request);
  return toList(query, { items: items.map(toInboundEndpoint), total });
}

/** The new endpoint and its secret, which nobody can read later. Throws InvalidInputError. */
export async function createEndpoint(
  scope: Scope,
  { secret = newSecret(), ...input }: CreateInboundEndpoint,
  context: ChangeContext,
): Promise<{ endpoint: StoredEndpoint; secret: string }> {
  assertSecret(input.providerKey, secret);
  const made = { id: randomUUID(), secret: await seal(scope, secret) };
  const endpoint = newEndpoint(scope, input, made, context);
  await store.insertEndpoint(endpoint, context);
  return { endpoint, secret };
}

/** Changes the given fields. Throws NotFoundError, StaleError, InvalidInputError. */
export async function updateEndpoint(
  scope: Scope,
  id: string,
  changes: UpdateInboundEndpoint,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<StoredEndpoint> {
  return onCurrent(
    () => getEndpoint(scope, id),
    ifMatch,
    async (before) => {
      const after = changedEndpoint(before, changes, context);
      await store.replaceEndpoint(before, after, context);
      return after;
    },
  );
}

/** Replaces the secret at once. Throws NotFoundError, StaleError, InvalidInputError. */
export async function rotateSecret(
  scope: Scope,
  id: string,
  { secret = newSecret() }: ReplaceInboundSecret,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<{ endpoint: StoredEndpoint; secret: string }> {
  const endpoint = await onCurrent(
    () => getEndpoint(scope, id),
    ifMatch,
    async (before) => {
      assertSecret(before.providerKey, secret);
      const after = changedEndpoint(before, { secret: await seal(scope, secret) }, context);
      await store.replaceEndpoint(before, after, context);
      return after;
    },
  );
  return { endpoint, secret };
}

/** Throws NotFoundError, StaleError. */
export async function deleteEndpoint(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await onCurrent(
    () => getEndpoint(scope, id),
    ifMatch,
    (before) => store.removeEndpoint(before, context),
  );
}
