import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getInboundEndpoint } from '../../shared/modules/webhooks/inbound/contract.ts';
import * as endpoints from '../../shared/modules/webhooks/inbound/endpoint-service.ts';
import { toInboundEndpoint } from '../../shared/modules/webhooks/inbound/inbound-endpoint.ts';

export const handler = endpoint(getInboundEndpoint, async ({ scope, params }) => {
  const found = await endpoints.getEndpoint(scope, params.id);
  return withRevision(toInboundEndpoint(found), found.revision);
});
