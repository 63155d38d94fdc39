import type { Flag, Values } from './flags.ts';

/** A command of the administrator's tool. */
export interface Verb {
  /** Noun and verb: `tenant create`. */
  command: string;
  /** Summary for its help. */
  summary: string;
  /** Words after the command, in commander's syntax: `<queue>`. */
  words?: string;
  required?: readonly Flag[];
  optional?: readonly Flag[];
  run: (values: Values, words: readonly string[]) => Promise<unknown>;
  /** The command that usually follows, built from the result. */
  next?: (result: Readonly<Record<string, unknown>>) => string;
}

/** Reads every row of a paged list. */
export async function allRows<Row>(
  read: (page: number, pageSize: number) => Promise<{ items: readonly Row[]; total: number }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, total = 1; rows.length < total; page += 1) {
    const { items, total: count } = await read(page, rowsPerPage);
    if (items.length === 0) break;
    rows.push(...items);
    total = count;
  }
  return rows;
}

const rowsPerPage = 200;
