import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { updateInboundEndpoint } from '../../../shared/modules/webhooks/inbound/contract.ts';
import * as endpoints from '../../../shared/modules/webhooks/inbound/endpoint-service.ts';

export const handler = endpoint(updateInboundEndpoint, endpoints.updateInboundEndpoint);
