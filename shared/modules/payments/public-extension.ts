/** The parts of payments that extensions of a team may use. */
export {
  type CallContext,
  type FailureKind,
  type PaymentProvider,
  type PaymentRef,
  ProviderError,
  type Session,
  type SessionRequest,
  type WriteContext,
} from './providers/provider.ts';
