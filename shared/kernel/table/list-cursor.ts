/**
 * Lets an export walk through a whole list by the list's own code. Inside `withCursor` every call of the list
 * engine answers the next rows instead of the page asked for, so that filters, search, order and what a module
 * adds to its rows are the same in a list and in its export, and no module needs code for exports. The cursor
 * travels beside the calls (AsyncLocalStorage) because lists pick their own parameters out of a query.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

interface SizedRow {
  /** Size of the row in bytes; absent for what is in memory already. */
  b?: unknown;
}

/** BatchGetItem takes that many keys. */
const batchRows = 100;
/** Rows in memory at a time; the formatted text is about as large again. */
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

  /** Whether the list needs the list engine; known after its first page. */
  get isUsed(): boolean {
    return this.#batches !== undefined;
  }

  /** Every row of the list has been answered. */
  get isDone(): boolean {
    return this.#done;
  }

  /** The next rows of the list that `open` begins to read; empty when there are no more. */
  async next<Row extends SizedRow>(open: () => AsyncIterable<Row>): Promise<Row[]> {
    this.#batches ??= inBatches(open());
    const { value, done } = await this.#batches.next();
    this.#done = done === true;
    // One cursor walks one list, so the rows are those that `open` reads.
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

/** The cursor of the export that is calling; undefined in lists. */
export function currentCursor(): ListCursor | undefined {
  return current.getStore();
}
