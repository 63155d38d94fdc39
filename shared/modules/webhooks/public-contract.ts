/** The parts of webhooks that contracts and pure decisions of other modules may use: data without a store. */
export {
  callHeadersProblem,
  callUrlProblem,
  isTooLarge,
  ownMethods,
  ownPayload,
} from './deliveries/ad-hoc-request.ts';
export { DeliveryPoint } from './deliveries/series-contract.ts';
export { webhookLimits } from './limits.ts';
