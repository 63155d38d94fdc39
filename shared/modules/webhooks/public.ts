/** The parts of webhooks that other modules may use. */
export { type Call, callWrites } from './deliveries/call.ts';
export { type Payload, payloadOf } from './deliveries/delivery.ts';
export { deliveryCounts } from './deliveries/delivery-series.ts';
export { createWebhook } from './endpoints/secret-service.ts';
export { findWebhooksAndSwitches } from './endpoints/webhook-reader.ts';
export { deleteWebhook } from './endpoints/webhook-service.ts';
export { deleteInboundEndpoint } from './inbound/endpoint-service.ts';
export { createInboundEndpoint, rotateInboundSecret } from './inbound/secret-service.ts';
export { webhookKey, webhookSwitchKey } from './keys.ts';
