/** What contracts and pure decisions of other modules may use of webhooks: data alone, without a store. */
export {
  callHeadersProblem,
  callUrlProblem,
  isTooLarge,
  ownMethods,
  ownPayload,
} from './deliveries/ad-hoc-request.ts';
export { DeliveryPoint } from './deliveries/series-contract.ts';
export { webhookLimits } from './limits.ts';
