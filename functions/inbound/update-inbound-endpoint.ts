import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toResponse } from '../../shared/kernel/resources/values.ts';
import { updateInboundEndpoint } from '../../shared/modules/webhooks/inbound/contract.ts';
import * as endpoints from '../../shared/modules/webhooks/inbound/endpoint-service.ts';
import { inboundEndpoints } from '../../shared/modules/webhooks/inbound/inbound-endpoints.ts';

export const handler = endpoint(updateInboundEndpoint, async ({ scope, params, body, ifMatch, context }) => {
  const changed = await endpoints.updateEndpoint(scope, params.id, body, ifMatch, context);
  return withRevision(toResponse(inboundEndpoints, changed), changed.revision);
});
