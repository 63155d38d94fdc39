import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { requireFound } from '../../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import type { ListInboundEndpoints, UpdateInboundEndpoint } from './contract.ts';
import * as store from './endpoint-store.ts';
import { changedEndpoint, type StoredEndpoint, toInboundEndpoint } from './inbound-endpoint.ts';

/** Throws NotFoundError. */
export async function getEndpoint(scope: Scope, id: string): Promise<StoredEndpoint> {
  return requireFound(await store.findEndpoint(scope, id), 'Inbound endpoint');
}

/** One page of the visible endpoints. */
export async function listEndpoints(scope: Scope, query: ListInboundEndpoints) {
  const { providerKey, isActive } = query;
  const request = toListRequest<store.EndpointListField>(query, { providerKey, isActive });
  const { items, total } = await store.listEndpoints(scope, request);
  return toList(query, { items: items.map(toInboundEndpoint), total });
}

/** Changes the given fields. Throws NotFoundError, StaleError, InvalidInputError. */
export async function updateEndpoint(
  scope: Scope,
  id: string,
  changes: UpdateInboundEndpoint,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<StoredEndpoint> {
  return updateWithRetry(
    () => getEndpoint(scope, id),
    ifMatch,
    async (before) => {
      const after = changedEndpoint(before, changes, context);
      await store.replaceEndpoint(before, after, context);
      return after;
    },
  );
}

/** Throws NotFoundError, StaleError. */
export async function deleteEndpoint(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await updateWithRetry(
    () => getEndpoint(scope, id),
    ifMatch,
    (before) => store.removeEndpoint(before, context),
  );
}
