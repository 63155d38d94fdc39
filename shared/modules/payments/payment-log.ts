/** Log entries about payments in the provider's integration. A failure to write them must not affect a payment. */

import { describeError, log } from '../../kernel/observability/log.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { type Connection, type LogEntry, writeLogApart, writeLogs } from '../integrations/public.ts';
import type { IntegrationDefinition } from '../integrations/public-contract.ts';

export const paymentEntityType = 'payment_transaction';

export interface PaymentLogEntry extends Pick<LogEntry, 'level' | 'message' | 'code' | 'payload'> {
  transactionId: string;
}

type LogWriter = (
  definition: IntegrationDefinition,
  entry: LogEntry,
  options: { secrets: readonly string[]; nowMs: number },
) => Promise<void>;

/** Writes an entry if the payment's provider has an integration. Never throws. */
async function writeNote(
  write: LogWriter,
  connection: Pick<Connection, 'definition' | 'secrets'> | undefined,
  { transactionId, ...entry }: PaymentLogEntry,
  nowMs: number,
): Promise<void> {
  if (connection === undefined) return;
  const { definition, secrets } = connection;
  const about = { ...entry, entityType: paymentEntityType, entityId: transactionId };
  try {
    await write(definition, about, { secrets, nowMs });
  } catch (error) {
    log('warn', 'a log entry of a payment was not written', { transactionId, error: describeError(error) });
  }
}

/** Writes an entry and counts it, in one request. Never throws. */
export function logPayment(
  at: RowScope,
  connection: Pick<Connection, 'definition' | 'secrets'> | undefined,
  entry: PaymentLogEntry,
  nowMs: number,
): Promise<void> {
  const write: LogWriter = ({ id }, about, options) => writeLogs(at, id, [about], options);
  return writeNote(write, connection, entry, nowMs);
}

/** Writes an entry, then counts it, at half the price; used for entries that each payment has. Never throws. */
export function logPaymentApart(
  at: RowScope,
  connection: Pick<Connection, 'definition' | 'secrets'> | undefined,
  entry: PaymentLogEntry,
  nowMs: number,
): Promise<void> {
  const write: LogWriter = ({ id }, about, options) => writeLogApart(at, id, about, options);
  return writeNote(write, connection, entry, nowMs);
}
