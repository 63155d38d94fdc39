import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createInboundEndpoint } from '../../shared/modules/webhooks/inbound/contract.ts';
import { toInboundEndpoint } from '../../shared/modules/webhooks/inbound/inbound-endpoint.ts';
import * as secrets from '../../shared/modules/webhooks/inbound/secret-service.ts';

export const handler = endpoint(createInboundEndpoint, async ({ scope, body, context }) => {
  const { endpoint: created, secret } = await secrets.createEndpoint(scope, body, context);
  return withRevision({ ...toInboundEndpoint(created), secret }, created.revision);
});
