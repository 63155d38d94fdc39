import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { createInboundEndpoint } from '../../shared/inbound/contract.ts';
import * as endpoints from '../../shared/inbound/endpoint-service.ts';
import { toInboundEndpoint } from '../../shared/inbound/inbound-endpoint.ts';

export const handler = endpoint(createInboundEndpoint, async ({ scope, body, context }) => {
  const { endpoint: created, secret } = await endpoints.createEndpoint(scope, body, context);
  return withRevision({ ...toInboundEndpoint(created), secret }, created.revision);
});
