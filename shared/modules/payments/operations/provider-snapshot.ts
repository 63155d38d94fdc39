/** A provider's report about a payment, in one form for responses, messages and queries. */
import type { PaymentStatus } from './status.ts';

export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'cancelled';

export interface ReportedRefund {
  /** The provider's id of the refund or dispute. */
  id: string;
  amountMinor: number;
  status: RefundStatus;
  reason?: string | undefined;
  /** The platform's operation that requested it; absent for refunds that were made at the provider. */
  operation?: string | undefined;
}

export interface ReportedDispute {
  id: string;
  amountMinor: number;
  /** As the provider names it: `needs_response`, `won`, `lost`. */
  status: string;
  reason?: string | undefined;
  /** The dispute has ended. */
  isClosed: boolean;
}

export interface ProviderSnapshot {
  /** Unix seconds of this state; providers know no finer times. */
  atSeconds: number;
  status?: PaymentStatus | undefined;
  /** The provider's own status. */
  gatewayStatus?: string | undefined;
  /** Orders statuses of the same second: the higher one wins. */
  gatewayRank?: number | undefined;
  /** Received from the customer, before refunds. */
  receivedMinor?: number | undefined;
  /** The provider's id of the payment itself, if the session's id belongs to its payment page. */
  gatewayReference?: string | undefined;
  /** The provider's id of the charge. */
  gatewayPaymentId?: string | undefined;
  refunds?: readonly ReportedRefund[] | undefined;
  /** The sum of all refunds, if the provider does not list them. */
  refundedTotalMinor?: number | undefined;
  disputes?: readonly ReportedDispute[] | undefined;
  /** The report is incomplete: the provider must be queried. */
  isIncomplete?: boolean | undefined;
}
