/** A provider's report of a payment, in one form for all sources: a response, a message, a query. */
import type { PaymentStatus } from './status.ts';

export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'cancelled';

export interface RefundFact {
  /** The provider's id of it. */
  id: string;
  amountMinor: number;
  status: RefundStatus;
  reason?: string | undefined;
  /** Which of our operations asked for it; absent for refunds that were made at the provider. */
  operation?: string | undefined;
}

export interface DisputeFact {
  id: string;
  amountMinor: number;
  /** As the provider names it: `needs_response`, `won`, `lost`. */
  status: string;
  reason?: string | undefined;
  /** Nothing more comes of it. */
  isClosed: boolean;
}

export interface ProviderSnapshot {
  /** Unix seconds at which it was so; providers know no finer times. */
  atSeconds: number;
  status?: PaymentStatus | undefined;
  /** The provider's own word for it. */
  gatewayStatus?: string | undefined;
  /** How far along that word is, between words of the same second: the higher stays. */
  gatewayRank?: number | undefined;
  /** Taken from the customer, refunds not counted. */
  receivedMinor?: number | undefined;
  /** The provider's id of the payment itself, where the session's id is that of its payment page. */
  gatewayReference?: string | undefined;
  /** The provider's id of the money's movement. */
  gatewayPaymentId?: string | undefined;
  refunds?: readonly RefundFact[] | undefined;
  /** The sum of all refunds, where the provider does not name them. */
  refundedTotalMinor?: number | undefined;
  disputes?: readonly DisputeFact[] | undefined;
  /** There is more to know than is said here: the provider is to be asked. */
  isIncomplete?: boolean | undefined;
}
