import { endpoint } from '../../shared/http/endpoint.ts';
import { listInboundEndpoints } from '../../shared/inbound/contract.ts';
import * as endpoints from '../../shared/inbound/endpoint-service.ts';

export const handler = endpoint(listInboundEndpoints, ({ scope, query }) =>
  endpoints.listEndpoints(scope, query),
);
