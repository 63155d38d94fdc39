/** What happened to a payment, as its readers see it. */
import type { PaymentStatus } from './operations/status.ts';

export interface HistoryEntry {
  id: string;
  source: 'session' | 'operation' | 'webhook' | 'refresh' | 'sweep';
  /** The provider's type of a message, else what was done: `capture`. */
  eventType: string;
  receivedAtMs: number;
  /** What makes it happen once. */
  idempotencyKey: string | null;
  /** After it. */
  unifiedStatus: PaymentStatus;
  /** It changed something. */
  processed: boolean;
}
