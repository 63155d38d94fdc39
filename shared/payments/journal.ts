/** What the log of a provider's integration says of payments. It must not stand in the way of any. */
import type { Connection } from '../integrations/connection.ts';
import { writeLogApart } from '../integrations/log-service.ts';
import type { LogEntry } from '../integrations/log-store.ts';
import { describeError, log } from '../log.ts';
import type { RowScope } from '../table/keys.ts';

export const paymentEntityType = 'payment_transaction';

export interface JournalEntry extends Pick<LogEntry, 'level' | 'message' | 'code' | 'payload'> {
  transactionId: string;
}

/** Writes an entry, where the payment's provider has an integration. Never throws. */
export async function note(
  at: RowScope,
  connection: Pick<Connection, 'definition' | 'secrets'> | undefined,
  { transactionId, ...entry }: JournalEntry,
  nowMs: number,
): Promise<void> {
  if (connection === undefined) return;
  const { definition, secrets } = connection;
  const about = { ...entry, entityType: paymentEntityType, entityId: transactionId };
  try {
    await writeLogApart(at, definition.id, about, { secrets, nowMs });
  } catch (error) {
    log('warn', 'a log entry of a payment was not written', { transactionId, error: describeError(error) });
  }
}
