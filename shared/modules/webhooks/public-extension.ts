/** The parts of webhooks that extensions of a team may use. */
export {
  type InboundAdapter,
  type InboundRequest,
  jsonObject,
  NotVerifiedError,
  type ProcessContext,
  type ReceivedMessage,
  type VerifiedMessage,
  type VerifyContext,
} from './inbound/adapter.ts';
