/** The history of a payment, as the API returns it. */
import type { PaymentStatus } from './operations/status.ts';

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
