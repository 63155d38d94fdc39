/** Reads, lists, changes and deletes inbound endpoints. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { readerOf } from '../../../kernel/resources/reader.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import type { ListInboundEndpoints, UpdateInboundEndpoint } from './contract.ts';
import { inboundEndpoint } from './endpoint-store.ts';
import { changedEndpoint, type StoredEndpoint, toInboundEndpoint } from './inbound-endpoint.ts';

const endpoints = readerOf(inboundEndpoint);
const changes = writerOf(inboundEndpoint);

/** Throws NotFoundError. */
export const getEndpoint = endpoints.get;

/** One page of the visible endpoints. */
export function listEndpoints(scope: Scope, query: ListInboundEndpoints) {
  const { providerKey, isActive } = query;
  return endpoints.list(scope, query, { providerKey, isActive }, toInboundEndpoint);
}

/** Changes the given fields. Throws NotFoundError, StaleError, InvalidInputError. */
export function updateEndpoint(
  scope: Scope,
  id: string,
  input: UpdateInboundEndpoint,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<StoredEndpoint> {
  return changes.change(scope, id, ifMatch, context, (before) => changedEndpoint(before, input, context));
}

/** Throws NotFoundError, StaleError. */
export const deleteEndpoint: typeof changes.remove = (...args) => changes.remove(...args);
