import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { getInboundEndpoint } from '../../shared/inbound/contract.ts';
import * as endpoints from '../../shared/inbound/endpoint-service.ts';
import { toInboundEndpoint } from '../../shared/inbound/inbound-endpoint.ts';

export const handler = endpoint(getInboundEndpoint, async ({ scope, params }) => {
  const found = await endpoints.getEndpoint(scope, params.id);
  return withRevision(toInboundEndpoint(found), found.revision);
});
