/** What other modules may use of webhooks in code that is loaded by `import()`: neither stores nor contracts. */
export { type StoredWebhook, webhookIntegrationId } from './endpoints/webhook.ts';
