import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listInboundEndpoints } from '../../shared/modules/webhooks/inbound/contract.ts';
import * as endpoints from '../../shared/modules/webhooks/inbound/endpoint-service.ts';

export const handler = endpoint(listInboundEndpoints, ({ scope, query }) =>
  endpoints.listEndpoints(scope, query),
);
