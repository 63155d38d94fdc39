import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { updateInboundEndpoint } from '../../shared/inbound/contract.ts';
import * as endpoints from '../../shared/inbound/endpoint-service.ts';
import { toInboundEndpoint } from '../../shared/inbound/inbound-endpoint.ts';

export const handler = endpoint(updateInboundEndpoint, async ({ scope, params, body, ifMatch, context }) => {
  const changed = await endpoints.updateEndpoint(scope, params.id, body, ifMatch, context);
  return withRevision(toInboundEndpoint(changed), changed.revision);
});
