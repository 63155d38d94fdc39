import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { createInboundEndpoint } from '../../shared/inbound/contract.ts';
import { toInboundEndpoint } from '../../shared/inbound/inbound-endpoint.ts';
import * as secrets from '../../shared/inbound/secret-service.ts';

export const handler = endpoint(createInboundEndpoint, async ({ scope, body, context }) => {
  const { endpoint: created, secret } = await secrets.createEndpoint(scope, body, context);
  return withRevision({ ...toInboundEndpoint(created), secret }, created.revision);
});
