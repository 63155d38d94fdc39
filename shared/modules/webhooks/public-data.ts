/** The parts of webhooks that other modules may use, without a store. */
export {
  callHeadersProblem,
  callUrlProblem,
  isTooLarge,
  ownMethods,
  ownPayload,
} from './deliveries/ad-hoc-request.ts';
export { DeliveryPoint } from './deliveries/series-contract.ts';
export { type StoredWebhook, webhookIntegrationId } from './endpoints/webhook.ts';
export { webhookLimits } from './limits.ts';
