/** The parts of webhooks that extensions of a team may use. */
export {
  type InboundAdapter,
  type InboundRequest,
  NotVerifiedError,
  type ProcessContext,
  payloadOf,
  type ReceivedMessage,
  textIn,
  type VerifiedMessage,
  type VerifyContext,
} from './inbound/adapter.ts';
