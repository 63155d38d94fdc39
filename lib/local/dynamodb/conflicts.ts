/**
 * DynamoDB refuses work on an item that a transaction holds; SQLite would make it wait its turn instead.
 * This keeps track of the items in flight, so that callers meet the conflicts they will meet in AWS:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
import { AwsError } from '../gateway/aws-service.ts';

/** Ends what a successful `begin…` started. */
export type Release = () => void;

export interface Conflicts {
  /** A PutItem, UpdateItem or DeleteItem. Throws TransactionConflictException. */
  beginWrite(item: string): Release;
  /** Starts the members of a batch that no transaction holds, and tells which those are. */
  beginBatch(items: readonly string[]): { free: boolean[]; release: Release };
  /** A TransactWriteItems with its idempotency token. Throws TransactionCanceledException or TransactionInProgressException. */
  beginTransaction(items: readonly string[], token: string | undefined): Release;
  /** A TransactGetItems: holds nothing itself. Throws TransactionCanceledException. */
  checkTransactReads(items: readonly string[]): void;
}

/** Nothing in flight. */
export function createConflicts(): Conflicts {
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

  function refuseHeld(items: readonly string[]): void {
    const held = items.map((item) => transactions.has(item) || writes.has(item));
    if (held.includes(true)) throw cancelled(held);
  }

  return {
    beginWrite(item) {
      if (transactions.has(item)) {
        throw new AwsError('TransactionConflictException', 'Transaction is ongoing for the item');
      }
      return startWrites([item]);
    },
    beginBatch(items) {
      const free = items.map((item) => !transactions.has(item));
      return { free, release: startWrites(items.filter((_, index) => free[index])) };
    },
    beginTransaction(items, token) {
      if (token !== undefined && tokens.has(token)) {
        const message = 'The transaction with the given request token is already in progress.';
        throw new AwsError('TransactionInProgressException', message);
      }
      refuseHeld(items);
      for (const item of items) transactions.add(item);
      if (token !== undefined) tokens.add(token);
      return () => {
        for (const item of items) transactions.delete(item);
        if (token !== undefined) tokens.delete(token);
      };
    },
    checkTransactReads: refuseHeld,
  };
}

function cancelled(held: readonly boolean[]): AwsError {
  const CancellationReasons = held.map((conflict) =>
    conflict
      ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
      : { Code: 'None' },
  );
  const codes = CancellationReasons.map((reason) => reason.Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new AwsError('TransactionCanceledException', message, 400, {
    CancellationReasons,
    Message: message,
  });
}
