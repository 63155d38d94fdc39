/** The parts of webhooks that lazily loaded code of other modules may use: without stores and contracts. */
export { type StoredWebhook, webhookIntegrationId } from './endpoints/webhook.ts';
