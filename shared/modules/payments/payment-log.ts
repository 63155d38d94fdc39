/** Log entries about payments in the provider's integration. A failure to write them must not affect a payment. */

import { describeError, log } from '../../kernel/observability/log.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { type Connection, type LogEntry, writeLogs } from '../integrations/public.ts';

export const paymentEntityType = 'payment_transaction';

export interface PaymentLogEntry extends Pick<LogEntry, 'level' | 'message' | 'code' | 'payload'> {
  transactionId: string;
}

/** Writes an entry and counts it, if the payment's provider has an integration. Never throws. */
export async function logPayment(
  at: RowScope,
  connection: Pick<Connection, 'definition' | 'secrets'> | undefined,
  { transactionId, ...entry }: PaymentLogEntry,
  nowMs: number,
): Promise<void> {
  if (connection === undefined) return;
  const { definition, secrets } = connection;
  const about = { ...entry, entityType: paymentEntityType, entityId: transactionId };
  try {
    await writeLogs(at, definition.id, [about], { secrets, nowMs });
  } catch (error) {
    log('warn', 'a log entry of a payment was not written', { transactionId, error: describeError(error) });
  }
}
