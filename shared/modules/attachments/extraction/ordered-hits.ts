/** Intersects sorted streams of hits without holding them in memory. Pure. */

interface Ordered {
  sk: string;
}

async function* singly<Hit>(pages: AsyncIterable<readonly Hit[]>): AsyncGenerator<Hit, undefined> {
  for await (const page of pages) yield* page;
}

/**
 * Yields the hits of the first word that all other words have, too. Holds one page per word in memory. If a word has no
 * hits, the streams of the following words are not read.
 */
export async function* hitsOfAll<Hit extends Ordered>(
  words: readonly AsyncIterable<readonly Hit[]>[],
): AsyncGenerator<Hit> {
  const streams = words.map(singly);
  const heads: Hit[] = [];
  try {
    // The smallest sort key that can be a hit of all words.
    for (let minKey = ''; ; ) {
      for (const [index, stream] of streams.entries()) {
        let head = heads[index] ?? (await stream.next()).value;
        while (head !== undefined && head.sk < minKey) head = (await stream.next()).value;
        if (head === undefined) return;
        heads[index] = head;
        minKey = head.sk;
      }
      const [first] = heads;
      if (first === undefined) return;
      if (heads.every(({ sk }) => sk === minKey)) {
        yield first;
        heads.length = 0;
      }
    }
  } finally {
    for (const stream of streams) await stream.return(undefined);
  }
}

/** Counts rows and holds the first of them in an order, at most twice the requested number. */
export class FirstRows<Row> {
  readonly #limit: number;
  readonly #order: (left: Row, right: Row) => number;
  #rows: Row[] = [];
  #total = 0;

  constructor(limit: number, order: (left: Row, right: Row) => number) {
    this.#limit = limit;
    this.#order = order;
  }

  add(row: Row): void {
    this.#total += 1;
    this.#rows.push(row);
    if (this.#rows.length >= 2 * this.#limit) this.#rows = this.rows();
  }

  /** Number of added rows. */
  get total(): number {
    return this.#total;
  }

  /** The first rows, in order. */
  rows(): Row[] {
    return this.#rows.toSorted(this.#order).slice(0, this.#limit);
  }
}
