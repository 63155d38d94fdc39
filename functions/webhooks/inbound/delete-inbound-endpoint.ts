import { deleteHandler } from '../../../shared/kernel/resources/handlers.ts';
import { inboundEndpoints } from '../../../shared/modules/webhooks/inbound/inbound-endpoints.ts';

export const handler = deleteHandler(inboundEndpoints);
