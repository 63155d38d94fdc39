/** Hits that come in the order of their sort keys and may be too many for the memory. Pure. */

interface Ordered {
  sk: string;
}

async function* singly<Hit>(pages: AsyncIterable<readonly Hit[]>): AsyncGenerator<Hit, undefined> {
  for await (const page of pages) yield* page;
}

/**
 * The hits of the first word that all other words have, too. Of each word one page is in memory. Where a word has no
 * hits, those of the words after it are not read.
 */
export async function* hitsOfAll<Hit extends Ordered>(
  words: readonly AsyncIterable<readonly Hit[]>[],
): AsyncGenerator<Hit> {
  const streams = words.map(singly);
  const heads: Hit[] = [];
  try {
    // The sort key that every word must have a hit at: none before it is a hit of all.
    for (let wanted = ''; ; ) {
      for (const [index, stream] of streams.entries()) {
        let head = heads[index] ?? (await stream.next()).value;
        while (head !== undefined && head.sk < wanted) head = (await stream.next()).value;
        if (head === undefined) return;
        heads[index] = head;
        wanted = head.sk;
      }
      const [first] = heads;
      if (first === undefined) return;
      if (heads.every(({ sk }) => sk === wanted)) {
        yield first;
        heads.length = 0;
      }
    }
  } finally {
    for (const stream of streams) await stream.return(undefined);
  }
}

/** Counts rows, and keeps those that come first in an order: never more than twice as many as are wanted. */
export class FirstRows<Row> {
  readonly #wanted: number;
  readonly #order: (left: Row, right: Row) => number;
  #rows: Row[] = [];
  #total = 0;

  constructor(wanted: number, order: (left: Row, right: Row) => number) {
    this.#wanted = wanted;
    this.#order = order;
  }

  add(row: Row): void {
    this.#total += 1;
    this.#rows.push(row);
    if (this.#rows.length >= 2 * this.#wanted) this.#rows = this.rows();
  }

  /** All rows that were added. */
  get total(): number {
    return this.#total;
  }

  /** The first of them, in order. */
  rows(): Row[] {
    return this.#rows.toSorted(this.#order).slice(0, this.#wanted);
  }
}
