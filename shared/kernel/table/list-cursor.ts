/**
 * Lets an export read a whole list with the list's own code. Inside `withCursor`, every call of the list code returns
 * the next rows instead of the requested page, so that filters, search, order and added fields are the same in a list
 * and in its export, and modules need no export code. The cursor is passed in AsyncLocalStorage because lists read
 * their own parameters from a query.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

interface SizedRow {
  /** Size of the row in bytes; undefined for rows in memory. */
  b?: unknown;
}

/** Maximum number of keys of a BatchGetItem. */
const batchRows = 100;
/** Rows in memory at a time; their formatted text needs about the same again. */
const batchBytes = 4_000_000;

async function* inBatches(rows: AsyncIterable<SizedRow>): AsyncGenerator<SizedRow[]> {
  let batch: SizedRow[] = [];
  let bytes = 0;
  for await (const row of rows) {
    const rowBytes = Number(row.b ?? 0);
    if (batch.length > 0 && (batch.length === batchRows || bytes + rowBytes > batchBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += rowBytes;
  }
  if (batch.length > 0) yield batch;
}

export class ListCursor {
  #batches: AsyncGenerator<SizedRow[]> | undefined;
  #done = false;

  /** Whether the list uses the list code; known after its first page. */
  get isUsed(): boolean {
    return this.#batches !== undefined;
  }

  /** Every row of the list has been returned. */
  get isDone(): boolean {
    return this.#done;
  }

  /** The next rows of the list that `open` starts reading; empty at the end. */
  async next<Row extends SizedRow>(open: () => AsyncIterable<Row>): Promise<Row[]> {
    this.#batches ??= inBatches(open());
    const { value, done } = await this.#batches.next();
    this.#done = done === true;
    // One cursor reads one list, so the rows are those of `open`.
    return (value ?? []) as Row[];
  }

  /** Stops reading. */
  async close(): Promise<void> {
    await this.#batches?.return(undefined);
  }
}

const current = new AsyncLocalStorage<ListCursor>();

export function withCursor<Result>(cursor: ListCursor, list: () => Promise<Result>): Promise<Result> {
  return current.run(cursor, list);
}

/** The cursor of the calling export; undefined in lists. */
export function currentCursor(): ListCursor | undefined {
  return current.getStore();
}
