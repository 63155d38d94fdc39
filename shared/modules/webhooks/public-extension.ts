/** What the extensions of a team may use of webhooks. */
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
