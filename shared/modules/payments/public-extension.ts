/** What the extensions of a team may use of payments. */
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
