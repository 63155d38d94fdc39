import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteInboundEndpoint } from '../../shared/modules/webhooks/inbound/contract.ts';
import * as endpoints from '../../shared/modules/webhooks/inbound/endpoint-service.ts';

export const handler = endpoint(deleteInboundEndpoint, async ({ scope, params, ifMatch, context }) => {
  await endpoints.deleteEndpoint(scope, params.id, ifMatch, context);
  return { success: true } as const;
});
