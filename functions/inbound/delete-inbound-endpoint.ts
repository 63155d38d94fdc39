import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteInboundEndpoint } from '../../shared/inbound/contract.ts';
import * as endpoints from '../../shared/inbound/endpoint-service.ts';

export const handler = endpoint(deleteInboundEndpoint, async ({ scope, params, ifMatch, context }) => {
  await endpoints.deleteEndpoint(scope, params.id, ifMatch, context);
  return { success: true } as const;
});
