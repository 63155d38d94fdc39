/** Description of a list for exports: its contract, its columns and how its rows are read. */

import type { HandlerInput, TypesOf } from '../http/endpoint.ts';
import type { Endpoint, EndpointSpec } from '../http/endpoint-spec.ts';
import { ListCursor, withCursor } from '../table/list-cursor.ts';
import type { Row } from './export.ts';

interface Page {
  items: readonly object[];
  totalPages: number;
}

/** Input of a list of which only the query's being an object is known. */
export type ListInput = HandlerInput<{ params: unknown; query: object; body: unknown }>;

export interface ExportSource {
  contract: EndpointSpec;
  /** Name of the file, without extension. */
  fileName: string;
  /** Fields of a row in the order of the columns; all that the contract's rows have. */
  columns: readonly string[];
  /** Every row that the input selects, of all pages. */
  rows(input: ListInput): AsyncGenerator<readonly Row[]>;
}

/** Lists that do not use the list engine are walked page by page. */
const pageSize = 100;

/** Reads a list to its end: with a cursor through the list engine, else page by page. */
async function* walk(
  list: (page: { page: number; pageSize: number }) => Promise<Page>,
): AsyncGenerator<readonly Row[]> {
  const cursor = new ListCursor();
  try {
    for (let page = 1; ; page += 1) {
      const { items, totalPages } = await withCursor(cursor, () => list({ page, pageSize }));
      yield items as readonly Row[];
      if (cursor.isUsed ? cursor.isDone : page >= totalPages) return;
    }
  } finally {
    await cursor.close();
  }
}

/** Makes a list exportable; `list` is what its handler calls. */
export function exportSource<E extends Endpoint>(
  contract: E,
  { fileName, columns }: Pick<ExportSource, 'fileName' | 'columns'>,
  list: (input: HandlerInput<TypesOf<E>>) => Promise<Page>,
): ExportSource {
  return {
    contract,
    fileName,
    columns,
    rows: (input) =>
      walk((page) =>
        list({ ...input, query: { ...input.query, ...page } } as unknown as HandlerInput<TypesOf<E>>),
      ),
  };
}
