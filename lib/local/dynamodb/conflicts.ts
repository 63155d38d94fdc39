/**
 * DynamoDB rejects requests on an item of a transaction in progress, whereas SQLite would let them wait. Tracks the
 * items in flight, so that callers get the same conflicts as in AWS:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
import { AwsError } from '../gateway/aws-service.ts';

/** Releases the items of a successful `begin…`. */
export type Release = () => void;

/** Starts with no items in flight. */
export function createConflicts() {
  const transactions = new Set<string>();
  const tokens = new Set<string>();
  const writes = new Map<string, number>();

  function startWrites(items: readonly string[]): Release {
    for (const item of items) writes.set(item, (writes.get(item) ?? 0) + 1);
    return () => {
      for (const item of items) {
        const left = (writes.get(item) ?? 1) - 1;
        if (left === 0) writes.delete(item);
        else writes.set(item, left);
      }
    };
  }

  function rejectLocked(items: readonly string[]): void {
    const locked = items.map((item) => transactions.has(item) || writes.has(item));
    if (locked.includes(true)) throw cancelled(locked);
  }

  return {
    /** A PutItem, UpdateItem or DeleteItem. Throws TransactionConflictException. */
    beginWrite(item: string): Release {
      if (transactions.has(item)) {
        throw new AwsError('TransactionConflictException', 'Transaction is ongoing for the item');
      }
      return startWrites([item]);
    },
    /** Begins the members of a batch that no transaction has locked, and returns which those are. */
    beginBatch(items: readonly string[]): { free: boolean[]; release: Release } {
      const free = items.map((item) => !transactions.has(item));
      return { free, release: startWrites(items.filter((_, index) => free[index])) };
    },
    /**
     * A TransactWriteItems with its idempotency token. Throws TransactionCanceledException or
     * TransactionInProgressException.
     */
    beginTransaction(items: readonly string[], token?: string): Release {
      if (token !== undefined && tokens.has(token)) {
        const message = 'The transaction with the given request token is already in progress.';
        throw new AwsError('TransactionInProgressException', message);
      }
      rejectLocked(items);
      for (const item of items) transactions.add(item);
      if (token !== undefined) tokens.add(token);
      return () => {
        for (const item of items) transactions.delete(item);
        if (token !== undefined) tokens.delete(token);
      };
    },
    /** A TransactGetItems: locks nothing itself. Throws TransactionCanceledException. */
    checkTransactReads: rejectLocked,
  };
}

function cancelled(locked: readonly boolean[]): AwsError {
  const conflict = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' };
  const CancellationReasons = locked.map((isLocked) => (isLocked ? conflict : { Code: 'None' }));
  const codes = CancellationReasons.map((reason) => reason.Code).join(', ');
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new AwsError('TransactionCanceledException', Message, 400, { CancellationReasons, Message });
}
