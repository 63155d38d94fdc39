/** Changes and deletes inbound endpoints. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import type { UpdateInboundEndpoint } from './contract.ts';
import { changedEndpoint } from './inbound-endpoint.ts';
import { inboundEndpointRows, type StoredEndpoint } from './inbound-endpoints.ts';

const changes = writerOf(inboundEndpointRows);

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
