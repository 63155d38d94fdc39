/** Changes and deletes inbound endpoints. */
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { toResponse } from '../../../kernel/resources/values.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import type { UpdateInboundEndpoint } from './contract.ts';
import { changedEndpoint } from './inbound-endpoint.ts';
import { inboundEndpointRows, inboundEndpoints } from './inbound-endpoints.ts';

const rows = writerOf(inboundEndpointRows);

/** Changes the given fields. Throws NotFoundError, StaleError, InvalidInputError. */
export async function updateInboundEndpoint(
  { scope, context }: Caller,
  { id, ifMatch, ...changes }: UpdateInboundEndpoint & Target,
) {
  const changed = await rows.change(scope, id, ifMatch, context, (before) =>
    changedEndpoint(before, changes, context),
  );
  return withRevision(toResponse(inboundEndpoints, changed), changed.revision);
}

/** Throws NotFoundError, StaleError. */
export async function deleteInboundEndpoint({ scope, context }: Caller, { id, ifMatch }: Target) {
  await rows.remove(scope, id, ifMatch, context);
}
