import { getHandler } from '../../../shared/kernel/resources/handlers.ts';
import { inboundEndpoints } from '../../../shared/modules/webhooks/inbound/inbound-endpoints.ts';

export const handler = getHandler(inboundEndpoints);
