/** The history of a payment, as the API returns it. */
import type { PaymentStatus } from './operations/status.ts';
import { refundedMinorOf, type StoredPayment } from './payment.ts';

export interface HistoryEntry {
  id: string;
  source: 'session' | 'operation' | 'webhook' | 'refresh' | 'sweep';
  /** The type of the provider's message, or the operation, such as `capture`. */
  eventType: string;
  receivedAtMs: number;
  /** The key that prevents a second entry. */
  idempotencyKey: string | null;
  /** After the event. */
  unifiedStatus: PaymentStatus;
  /** Whether it changed the payment. */
  processed: boolean;
}

/** An entry as it is stored. Entries of earlier versions lack both fields. */
export interface StoredEntry extends HistoryEntry {
  /** Who caused it. */
  actor?: string;
  /** Null if no amount changed. */
  amountMinor?: number | null;
}

/** The amount of a new payment, else what was captured or refunded since; null if neither was. */
export function movedMinor(before: StoredPayment | undefined, after: StoredPayment): number | null {
  if (before === undefined) return after.amountMinor;
  const captured = after.capturedMinor - before.capturedMinor;
  if (captured > 0) return captured;
  const refunded = refundedMinorOf(after) - refundedMinorOf(before);
  return refunded > 0 ? refunded : null;
}
